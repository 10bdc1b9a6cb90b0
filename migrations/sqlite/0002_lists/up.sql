-- Revisions are numbers, so that an older one never takes the place of a newer; the outcome of the newest report stands
-- beside the log, so that every list seeks an index of one table. Run with foreign keys off: the tables are made anew.
CREATE TABLE logs_new (
    seq          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    id           TEXT    NOT NULL UNIQUE,
    digest       TEXT    NOT NULL,
    platform     TEXT    NOT NULL,
    game         TEXT    NOT NULL,
    system       TEXT    NOT NULL,
    hands        INTEGER NOT NULL,
    media_type   TEXT    NOT NULL,
    import_name  TEXT,
    received_at  INTEGER NOT NULL,
    corrects     INTEGER UNIQUE REFERENCES logs (seq),
    rules        TEXT    NOT NULL,
    revision     INTEGER NOT NULL,
    verdict      TEXT    NOT NULL,
    faults       INTEGER NOT NULL,
    variants     INTEGER NOT NULL,
    unverifiable INTEGER NOT NULL,
    notes        INTEGER NOT NULL,
    size         INTEGER NOT NULL,
    -- The last column: what stands behind a long value is slow to reach.
    raw          BLOB    NOT NULL
) STRICT;
INSERT INTO logs_new
    SELECT seq, id, digest, platform, game, system, hands, media_type, import_name, received_at, corrects,
        substr(logs.revision, 1, instr(logs.revision, '@') - 1),
        CAST(substr(logs.revision, instr(logs.revision, '@') + 1) AS INTEGER),
        verdict, faults, variants, unverifiable, notes, size, raw
    FROM logs JOIN reports ON reports.log = logs.seq AND reports.revision = logs.revision
    ORDER BY seq;

CREATE TABLE reports_new (
    log          INTEGER NOT NULL REFERENCES logs (seq),
    revision     INTEGER NOT NULL,
    verdict      TEXT    NOT NULL,
    faults       INTEGER NOT NULL,
    variants     INTEGER NOT NULL,
    unverifiable INTEGER NOT NULL,
    notes        INTEGER NOT NULL,
    created_at   INTEGER NOT NULL,
    body         BLOB    NOT NULL,
    PRIMARY KEY (log, revision)
) STRICT;
INSERT INTO reports_new
    SELECT log, CAST(substr(revision, instr(revision, '@') + 1) AS INTEGER), verdict, faults, variants, unverifiable, notes,
        created_at, body
    FROM reports ORDER BY log;

DROP TABLE reports;
DROP TABLE logs;
ALTER TABLE logs_new RENAME TO logs;
ALTER TABLE reports_new RENAME TO reports;

CREATE UNIQUE INDEX logs_first_of_game ON logs (platform, game) WHERE corrects IS NULL;
CREATE INDEX logs_game ON logs (game);
-- One for every set of filters: a list is the end of one of them, read backwards. Each ends in `seq`, as every index does.
CREATE INDEX logs_platform ON logs (platform);
CREATE INDEX logs_system ON logs (system);
CREATE INDEX logs_verdict ON logs (verdict);
CREATE INDEX logs_platform_system ON logs (platform, system);
CREATE INDEX logs_platform_verdict ON logs (platform, verdict);
CREATE INDEX logs_system_verdict ON logs (system, verdict);
CREATE INDEX logs_platform_system_verdict ON logs (platform, system, verdict);

-- What is written to see whether anything can be.
CREATE TABLE probe (
    id     INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    filler BLOB    NOT NULL
) STRICT;
