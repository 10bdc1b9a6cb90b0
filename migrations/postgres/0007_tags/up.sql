-- What a log is found by beside its own columns: the digest of a player's name or id (1), the client and its version (2), a code that its
-- newest report has (3). By place, so that a list is the end of an index, read backwards.
CREATE TABLE tags (
    tenant BIGINT NOT NULL REFERENCES tenants (seq),
    kind   INTEGER NOT NULL,
    word   TEXT COLLATE "C" NOT NULL,
    place  BIGINT NOT NULL,
    PRIMARY KEY (tenant, kind, word, place)
);

-- Logs and hands, under an empty code, and faults, under their codes, of the newest reports: counted when a report is written, so that
-- nobody has to read them all.
CREATE TABLE tallies (
    tenant   BIGINT NOT NULL REFERENCES tenants (seq),
    code     TEXT COLLATE "C" NOT NULL,
    platform TEXT COLLATE "C" NOT NULL,
    system   TEXT COLLATE "C" NOT NULL,
    client   TEXT COLLATE "C" NOT NULL,
    logs     BIGINT NOT NULL,
    amount   BIGINT NOT NULL,
    PRIMARY KEY (tenant, code, platform, system, client)
);

-- Logs of which neither was written down: all that are there already. The program sees to them after this.
CREATE TABLE untagged (
    log BIGINT NOT NULL PRIMARY KEY REFERENCES logs (seq)
);
INSERT INTO untagged SELECT seq FROM logs;

-- From a day to a place.
CREATE INDEX logs_time ON logs (tenant, received_at, place);
