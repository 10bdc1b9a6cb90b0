-- Whoever shares the database: nothing of one is seen, counted or clashed with by another. `head` is the place of the last
-- entry; whoever writes takes the next place from it first, so places are in the order of commits in every database.
CREATE TABLE tenants (
    seq        INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    name       TEXT    NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    head       INTEGER NOT NULL
) STRICT;
-- The one that there is without keys. What was stored before is its own.
INSERT INTO tenants
    SELECT 1, 'home', coalesce(min(created_at), CAST(strftime('%s', 'now') AS INTEGER) * 1000000), count(*) FROM reports;

-- What opens the door to a tenant: of the secret only its hash. A key is never taken away, only revoked, so that what it
-- did can be told.
CREATE TABLE keys (
    seq        INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    tenant     INTEGER NOT NULL REFERENCES tenants (seq),
    id         TEXT    NOT NULL UNIQUE,
    hash       BLOB    NOT NULL UNIQUE,
    name       TEXT    NOT NULL,
    scopes     INTEGER NOT NULL,
    rate       INTEGER,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER
) STRICT;
CREATE INDEX keys_tenant ON keys (tenant);

-- Run with foreign keys off: the tables are made anew.
CREATE TABLE logs_new (
    seq          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    tenant       INTEGER NOT NULL REFERENCES tenants (seq),
    -- The place of its first entry.
    place        INTEGER NOT NULL,
    id           TEXT    NOT NULL,
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
    raw          BLOB    NOT NULL,
    UNIQUE (tenant, id)
) STRICT;
INSERT INTO logs_new
    SELECT seq, 1, places.place, id, digest, platform, game, system, hands, media_type, import_name, received_at, corrects, rules,
        revision, verdict, faults, variants, unverifiable, notes, size, raw
    FROM logs JOIN (
        SELECT log, min(place) AS place FROM (SELECT log, row_number() OVER (ORDER BY log, revision) AS place FROM reports)
        GROUP BY log
    ) AS places ON places.log = logs.seq
    ORDER BY seq;

-- Everything that was done, in the order of commits: verdicts that were given, keys that were made and revoked; and by
-- which key.
CREATE TABLE entries (
    tenant   INTEGER NOT NULL REFERENCES tenants (seq),
    place    INTEGER NOT NULL,
    act      INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    key      INTEGER REFERENCES keys (seq),
    log      INTEGER REFERENCES logs (seq),
    revision INTEGER,
    -- The key that was made or revoked.
    subject  INTEGER REFERENCES keys (seq),
    PRIMARY KEY (tenant, place)
) STRICT, WITHOUT ROWID;
INSERT INTO entries
    SELECT 1, row_number() OVER (ORDER BY log, revision), 1, created_at, NULL, log, revision, NULL
    FROM reports ORDER BY log, revision;
-- What a key did. What was stored without keys has none.
CREATE INDEX entries_key ON entries (tenant, key, place) WHERE key IS NOT NULL;

CREATE TABLE idempotency_keys_new (
    tenant     INTEGER NOT NULL REFERENCES tenants (seq),
    key        TEXT    NOT NULL,
    log        INTEGER NOT NULL REFERENCES logs (seq),
    created_at INTEGER NOT NULL,
    PRIMARY KEY (tenant, key)
) STRICT;
INSERT INTO idempotency_keys_new SELECT 1, key, log, created_at FROM idempotency_keys;

DROP TABLE idempotency_keys;
DROP TABLE logs;
ALTER TABLE logs_new RENAME TO logs;
ALTER TABLE idempotency_keys_new RENAME TO idempotency_keys;

CREATE UNIQUE INDEX logs_first_of_game ON logs (tenant, platform, game) WHERE corrects IS NULL;
CREATE INDEX logs_game ON logs (tenant, game, place);
-- One for every set of filters: a list is the end of one of them, read backwards.
CREATE UNIQUE INDEX logs_place ON logs (tenant, place);
CREATE INDEX logs_platform ON logs (tenant, platform, place);
CREATE INDEX logs_system ON logs (tenant, system, place);
CREATE INDEX logs_verdict ON logs (tenant, verdict, place);
CREATE INDEX logs_platform_system ON logs (tenant, platform, system, place);
CREATE INDEX logs_platform_verdict ON logs (tenant, platform, verdict, place);
CREATE INDEX logs_system_verdict ON logs (tenant, system, verdict, place);
CREATE INDEX logs_platform_system_verdict ON logs (tenant, platform, system, verdict, place);
