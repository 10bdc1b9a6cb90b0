-- Only the first tenant had a place before.
CREATE TABLE logs_old (
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
    raw          BLOB    NOT NULL
) STRICT;
INSERT INTO logs_old
    SELECT seq, id, digest, platform, game, system, hands, media_type, import_name, received_at, corrects, rules, revision, verdict,
        faults, variants, unverifiable, notes, size, raw
    FROM logs WHERE tenant = 1 ORDER BY seq;
DELETE FROM reports WHERE log NOT IN (SELECT seq FROM logs_old);
CREATE TABLE idempotency_keys_old (
    key        TEXT    NOT NULL PRIMARY KEY,
    log        INTEGER NOT NULL REFERENCES logs (seq),
    created_at INTEGER NOT NULL
) STRICT;
INSERT INTO idempotency_keys_old SELECT key, log, created_at FROM idempotency_keys WHERE tenant = 1;
DROP TABLE idempotency_keys;
DROP TABLE entries;
DROP TABLE logs;
DROP TABLE keys;
DROP TABLE tenants;
ALTER TABLE logs_old RENAME TO logs;
ALTER TABLE idempotency_keys_old RENAME TO idempotency_keys;
CREATE UNIQUE INDEX logs_first_of_game ON logs (platform, game) WHERE corrects IS NULL;
CREATE INDEX logs_game ON logs (game);
CREATE INDEX logs_platform ON logs (platform);
CREATE INDEX logs_system ON logs (system);
CREATE INDEX logs_verdict ON logs (verdict);
CREATE INDEX logs_platform_system ON logs (platform, system);
CREATE INDEX logs_platform_verdict ON logs (platform, verdict);
CREATE INDEX logs_system_verdict ON logs (system, verdict);
CREATE INDEX logs_platform_system_verdict ON logs (platform, system, verdict);
