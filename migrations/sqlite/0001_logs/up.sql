-- A log as it was received, and what identifies it. A chain of corrections is a line, never a tree:
-- one first log per game of a platform, and at most one correction of each log.
CREATE TABLE logs (
    seq         INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    id          TEXT    NOT NULL UNIQUE,
    digest      TEXT    NOT NULL UNIQUE,
    platform    TEXT    NOT NULL,
    game        TEXT    NOT NULL,
    system      TEXT    NOT NULL,
    hands       INTEGER NOT NULL,
    media_type  TEXT    NOT NULL,
    import_name TEXT,
    received_at BIGINT  NOT NULL,
    corrects    BIGINT  UNIQUE REFERENCES logs (seq),
    revision    TEXT    NOT NULL,
    size        INTEGER NOT NULL,
    raw         BLOB    NOT NULL
) STRICT;
CREATE UNIQUE INDEX logs_first_of_game ON logs (platform, game) WHERE corrects IS NULL;
CREATE INDEX logs_game ON logs (game, seq);

-- One report per log and revision of the rules and of the audit. `logs.revision` names the newest.
CREATE TABLE reports (
    log        BIGINT  NOT NULL REFERENCES logs (seq),
    revision   TEXT    NOT NULL,
    verdict    TEXT    NOT NULL,
    errors     INTEGER NOT NULL,
    warnings   INTEGER NOT NULL,
    infos      INTEGER NOT NULL,
    created_at BIGINT  NOT NULL,
    body       BLOB    NOT NULL,
    PRIMARY KEY (log, revision)
) STRICT;
CREATE INDEX reports_verdict ON reports (verdict, log);

-- What a client's key was first used for.
CREATE TABLE idempotency_keys (
    key        TEXT   PRIMARY KEY NOT NULL,
    log        BIGINT NOT NULL REFERENCES logs (seq),
    created_at BIGINT NOT NULL
) STRICT;
