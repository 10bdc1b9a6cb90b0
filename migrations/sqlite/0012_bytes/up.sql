-- What is hexadecimal is kept as the bytes it stands for (ids of 16, digests of 32, players of 8; anything else as its text, behind a zero where
-- it would be as long as one of those); what many logs have in common once for all; and the record of a verdict not at all, since
-- it follows from rows. Run with foreign keys off: the tables are made anew.
CREATE TABLE classes (
    seq         INTEGER NOT NULL PRIMARY KEY,
    tenant      INTEGER NOT NULL REFERENCES tenants (seq),
    platform    TEXT    NOT NULL,
    system      TEXT    NOT NULL,
    rules       TEXT    NOT NULL,
    media_type  TEXT    NOT NULL,
    -- Empty where there is none.
    import_name TEXT    NOT NULL,
    verdict     TEXT    NOT NULL,
    UNIQUE (tenant, platform, system, verdict, rules, media_type, import_name)
) STRICT;
INSERT INTO classes (tenant, platform, system, rules, media_type, import_name, verdict)
    SELECT DISTINCT tenant, platform, system, rules, media_type, coalesce(import_name, ''), verdict FROM logs;
CREATE INDEX classes_system ON classes (tenant, system, verdict);
CREATE INDEX classes_verdict ON classes (tenant, verdict);

-- Entries first: what they are compared with is still as it was.
CREATE TABLE entries_new (
    tenant   INTEGER NOT NULL REFERENCES tenants (seq),
    place    INTEGER NOT NULL,
    act      INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    key      INTEGER REFERENCES keys (seq),
    log      INTEGER REFERENCES logs (seq),
    revision INTEGER,
    -- The key that was made or revoked.
    subject  INTEGER REFERENCES keys (seq),
    -- The setting that it is about, in words: its row may be gone.
    what     TEXT,
    -- The JSON that is hashed. None where the log of a verdict is there: then it follows from the two.
    record   TEXT,
    -- That of the report, where there is no record.
    digest   BLOB,
    PRIMARY KEY (tenant, place)
) STRICT, WITHOUT ROWID;
INSERT INTO entries_new
    SELECT tenant, place, act, at, key, log, revision, subject, what,
        CASE WHEN follows THEN NULL ELSE record END,
        CASE WHEN follows THEN unhex(report) END
    FROM (
        SELECT *, coalesce(length(report) = 64 AND report NOT GLOB '*[^0-9a-f]*' AND record = bare || 'sha256:' || report || '"}', 0) AS follows
        FROM (
            SELECT e.*, substr(e.record, -66, 64) AS report,
            '{"place":' || e.place || ',"at":' || e.at || ',"act":"verdict"' || coalesce(',"by":"' || k.id || '"', '') ||
            ',"log":"' || l.id || '","raw":"' || l.digest || '","rules":"' || l.rules || '@' || e.revision || '","report":"' AS bare
            FROM entries AS e LEFT JOIN logs AS l ON l.seq = e.log AND e.act = 1 LEFT JOIN keys AS k ON k.seq = e.key
        )
    ) ORDER BY tenant, place;
DROP TABLE entries;
ALTER TABLE entries_new RENAME TO entries;
-- What a key did. What was stored without keys has none.
CREATE INDEX entries_key ON entries (tenant, key, place) WHERE key IS NOT NULL;
-- The entries of a log.
CREATE INDEX entries_log ON entries (log, place) WHERE log IS NOT NULL;
-- None, but for a moment.
CREATE INDEX entries_unrecorded ON entries (tenant, place) WHERE record IS NULL AND digest IS NULL;

CREATE TABLE logs_new (
    seq          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    tenant       INTEGER NOT NULL REFERENCES tenants (seq),
    -- The place of its first entry.
    place        INTEGER NOT NULL,
    id           BLOB    NOT NULL,
    digest       BLOB    NOT NULL,
    class        INTEGER NOT NULL REFERENCES classes (seq),
    platform     TEXT    NOT NULL,
    game         TEXT    NOT NULL,
    hands        INTEGER NOT NULL,
    received_at  INTEGER NOT NULL,
    corrects     INTEGER REFERENCES logs (seq),
    revision     INTEGER NOT NULL,
    faults       INTEGER NOT NULL,
    variants     INTEGER NOT NULL,
    unverifiable INTEGER NOT NULL,
    notes        INTEGER NOT NULL,
    size         INTEGER NOT NULL,
    -- The last column: what stands behind a long value is slow to reach.
    raw          BLOB    NOT NULL
) STRICT;
INSERT INTO logs_new
    SELECT l.seq, l.tenant, place,
        CASE
            WHEN length(id) = 32 AND id NOT GLOB '*[^0-9a-f]*' THEN unhex(id)
            WHEN length(id) = 16 AND id NOT GLOB '*[^0-9a-f]*' THEN unhex(id)
            WHEN length(id) = 71 AND id GLOB 'sha256:*' AND substr(id, 8) NOT GLOB '*[^0-9a-f]*' THEN unhex(substr(id, 8))
            WHEN length(CAST(id AS BLOB)) IN (8, 16, 32) THEN CAST(char(0) || id AS BLOB)
            ELSE CAST(id AS BLOB) END,
        CASE
            WHEN length(digest) = 32 AND digest NOT GLOB '*[^0-9a-f]*' THEN unhex(digest)
            WHEN length(digest) = 16 AND digest NOT GLOB '*[^0-9a-f]*' THEN unhex(digest)
            WHEN length(digest) = 71 AND digest GLOB 'sha256:*' AND substr(digest, 8) NOT GLOB '*[^0-9a-f]*' THEN unhex(substr(digest, 8))
            WHEN length(CAST(digest AS BLOB)) IN (8, 16, 32) THEN CAST(char(0) || digest AS BLOB)
            ELSE CAST(digest AS BLOB) END,
        c.seq, l.platform, game, hands, received_at, corrects, revision, faults, variants, unverifiable, notes, size, raw
    FROM logs AS l JOIN classes AS c ON c.tenant = l.tenant AND c.platform = l.platform AND c.system = l.system AND c.verdict = l.verdict
        AND c.rules = l.rules AND c.media_type = l.media_type AND c.import_name = coalesce(l.import_name, '')
    ORDER BY l.seq;
-- A number that was given once is not given again, though its log is gone.
DELETE FROM sqlite_sequence WHERE name = 'logs_new';
INSERT INTO sqlite_sequence (name, seq) SELECT 'logs_new', seq FROM sqlite_sequence WHERE name = 'logs';
DROP TABLE logs;
ALTER TABLE logs_new RENAME TO logs;
CREATE UNIQUE INDEX logs_id ON logs (id, tenant);
CREATE UNIQUE INDEX logs_place ON logs (tenant, place);
CREATE UNIQUE INDEX logs_first_of_game ON logs (game, platform, tenant) WHERE corrects IS NULL;
-- Most logs correct none.
CREATE UNIQUE INDEX logs_corrects ON logs (corrects) WHERE corrects IS NOT NULL;
CREATE INDEX logs_game ON logs (tenant, game, place);
CREATE INDEX logs_time ON logs (tenant, received_at, place);
-- Whatever a list is narrowed to is some classes, and each is the end of this, read backwards.
CREATE INDEX logs_class ON logs (tenant, class, place);

CREATE TABLE tags_new (
    tenant INTEGER NOT NULL REFERENCES tenants (seq),
    kind   INTEGER NOT NULL,
    word   BLOB    NOT NULL,
    place  INTEGER NOT NULL,
    PRIMARY KEY (tenant, kind, word, place)
) STRICT, WITHOUT ROWID;
INSERT INTO tags_new SELECT tenant, kind, CASE
            WHEN length(word) = 32 AND word NOT GLOB '*[^0-9a-f]*' THEN unhex(word)
            WHEN length(word) = 16 AND word NOT GLOB '*[^0-9a-f]*' THEN unhex(word)
            WHEN length(word) = 71 AND word GLOB 'sha256:*' AND substr(word, 8) NOT GLOB '*[^0-9a-f]*' THEN unhex(substr(word, 8))
            WHEN length(CAST(word AS BLOB)) IN (8, 16, 32) THEN CAST(char(0) || word AS BLOB)
            ELSE CAST(word AS BLOB) END, place FROM tags;
DROP TABLE tags;
ALTER TABLE tags_new RENAME TO tags;

CREATE TABLE erased_new (
    tenant INTEGER NOT NULL REFERENCES tenants (seq),
    id     BLOB    NOT NULL,
    place  INTEGER NOT NULL,
    at     INTEGER NOT NULL,
    why    INTEGER NOT NULL,
    PRIMARY KEY (tenant, id)
) STRICT, WITHOUT ROWID;
INSERT INTO erased_new SELECT tenant, CASE
            WHEN length(id) = 32 AND id NOT GLOB '*[^0-9a-f]*' THEN unhex(id)
            WHEN length(id) = 16 AND id NOT GLOB '*[^0-9a-f]*' THEN unhex(id)
            WHEN length(id) = 71 AND id GLOB 'sha256:*' AND substr(id, 8) NOT GLOB '*[^0-9a-f]*' THEN unhex(substr(id, 8))
            WHEN length(CAST(id AS BLOB)) IN (8, 16, 32) THEN CAST(char(0) || id AS BLOB)
            ELSE CAST(id AS BLOB) END, place, at, why FROM erased;
DROP TABLE erased;
ALTER TABLE erased_new RENAME TO erased;
