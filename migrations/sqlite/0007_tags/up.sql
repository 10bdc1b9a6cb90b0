-- What a log is found by beside its own columns: the digest of a player's name or id (1), the client and its version (2), a code that its
-- newest report has (3). By place, so that a list is the end of an index, read backwards.
CREATE TABLE tags (
    tenant INTEGER NOT NULL REFERENCES tenants (seq),
    kind   INTEGER NOT NULL,
    word   TEXT    NOT NULL,
    place  INTEGER NOT NULL,
    PRIMARY KEY (tenant, kind, word, place)
) STRICT, WITHOUT ROWID;

-- Logs and hands, under an empty code, and faults, under their codes, of the newest reports: counted when a report is written, so that
-- nobody has to read them all.
CREATE TABLE tallies (
    tenant   INTEGER NOT NULL REFERENCES tenants (seq),
    code     TEXT    NOT NULL,
    platform TEXT    NOT NULL,
    system   TEXT    NOT NULL,
    client   TEXT    NOT NULL,
    logs     INTEGER NOT NULL,
    amount   INTEGER NOT NULL,
    PRIMARY KEY (tenant, code, platform, system, client)
) STRICT, WITHOUT ROWID;

-- Logs of which neither was written down: all that are there already. The program sees to them after this.
CREATE TABLE untagged (
    log INTEGER NOT NULL PRIMARY KEY REFERENCES logs (seq)
) STRICT;
INSERT INTO untagged SELECT seq FROM logs;

-- From a day to a place.
CREATE INDEX logs_time ON logs (tenant, received_at, place);
