-- A log as it was received, and what identifies it. A chain of corrections is a line, never a tree:
-- one first log per game of a platform, and at most one correction of each log.
CREATE TABLE logs (
    seq         INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    id          TEXT    NOT NULL UNIQUE,
    digest      TEXT    NOT NULL UNIQUE,
    platform    TEXT    NOT NULL,
    game        TEXT    NOT NULL,
    system      TEXT    NOT NULL,
    hands       INTEGER NOT NULL,
    media_type  TEXT    NOT NULL,
    import_name TEXT,
    received_at INTEGER NOT NULL,
    corrects    INTEGER UNIQUE REFERENCES logs (seq),
    revision    TEXT    NOT NULL,
    size        INTEGER NOT NULL,
    raw         BLOB    NOT NULL
) STRICT;
CREATE UNIQUE INDEX logs_first_of_game ON logs (platform, game) WHERE corrects IS NULL;
CREATE INDEX logs_game ON logs (game, seq);

-- One report per log and revision of the rules. `logs.revision` names the newest.
CREATE TABLE reports (
    log          INTEGER NOT NULL REFERENCES logs (seq),
    revision     TEXT    NOT NULL,
    verdict      TEXT    NOT NULL,
    faults       INTEGER NOT NULL,
    variants     INTEGER NOT NULL,
    unverifiable INTEGER NOT NULL,
    notes        INTEGER NOT NULL,
    created_at   INTEGER NOT NULL,
    body         BLOB    NOT NULL,
    PRIMARY KEY (log, revision)
) STRICT;
CREATE INDEX reports_verdict ON reports (verdict, log);

-- What a client's key was first used for.
CREATE TABLE idempotency_keys (
    key        TEXT    NOT NULL PRIMARY KEY,
    log        INTEGER NOT NULL REFERENCES logs (seq),
    created_at INTEGER NOT NULL
) STRICT;
