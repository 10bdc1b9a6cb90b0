DROP TABLE probe;
CREATE TABLE logs_old (
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
INSERT INTO logs_old
    SELECT seq, id, digest, platform, game, system, hands, media_type, import_name, received_at, corrects,
        rules || '@' || revision, size, raw
    FROM logs ORDER BY seq;
CREATE TABLE reports_old (
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
INSERT INTO reports_old
    SELECT log, (SELECT rules FROM logs WHERE seq = log) || '@' || revision, verdict, faults, variants, unverifiable, notes,
        created_at, body
    FROM reports ORDER BY log;
DROP TABLE reports;
DROP TABLE logs;
ALTER TABLE logs_old RENAME TO logs;
ALTER TABLE reports_old RENAME TO reports;
CREATE UNIQUE INDEX logs_first_of_game ON logs (platform, game) WHERE corrects IS NULL;
CREATE INDEX logs_game ON logs (game, seq);
CREATE INDEX reports_verdict ON reports (verdict, log);
