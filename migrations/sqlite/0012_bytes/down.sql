CREATE TABLE entries_old (
    tenant   INTEGER NOT NULL REFERENCES tenants (seq),
    place    INTEGER NOT NULL,
    act      INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    key      INTEGER REFERENCES keys (seq),
    log      INTEGER REFERENCES logs (seq),
    revision INTEGER,
    subject  INTEGER REFERENCES keys (seq),
    what     TEXT,
    record   TEXT,
    PRIMARY KEY (tenant, place)
) STRICT, WITHOUT ROWID;
INSERT INTO entries_old
    SELECT tenant, place, act, at, key, log, revision, subject, what,
        coalesce(record, bare || 'sha256:' || lower(hex(digest)) || '"}')
    FROM (
        SELECT e.*,
            '{"place":' || e.place || ',"at":' || e.at || ',"act":"verdict"' || coalesce(',"by":"' || k.id || '"', '') ||
            ',"log":"' || CASE WHEN length(l.id) IN (8, 16) THEN lower(hex(l.id)) WHEN length(l.id) = 32 THEN 'sha256:' || lower(hex(l.id))
            WHEN substr(l.id, 1, 1) = x'00' THEN CAST(substr(l.id, 2) AS TEXT) ELSE CAST(l.id AS TEXT) END || '","raw":"' || CASE WHEN length(l.digest) IN (8, 16) THEN lower(hex(l.digest)) WHEN length(l.digest) = 32 THEN 'sha256:' || lower(hex(l.digest))
            WHEN substr(l.digest, 1, 1) = x'00' THEN CAST(substr(l.digest, 2) AS TEXT) ELSE CAST(l.digest AS TEXT) END || '","rules":"' || c.rules || '@' || e.revision || '","report":"' AS bare
        FROM entries AS e LEFT JOIN logs AS l ON l.seq = e.log LEFT JOIN classes AS c ON c.seq = l.class LEFT JOIN keys AS k ON k.seq = e.key
    ) ORDER BY tenant, place;
DROP TABLE entries;
ALTER TABLE entries_old RENAME TO entries;
CREATE INDEX entries_key ON entries (tenant, key, place) WHERE key IS NOT NULL;
CREATE INDEX entries_log ON entries (log, place) WHERE log IS NOT NULL;
CREATE INDEX entries_unrecorded ON entries (tenant, place) WHERE record IS NULL;

CREATE TABLE logs_old (
    seq          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    tenant       INTEGER NOT NULL REFERENCES tenants (seq),
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
    raw          BLOB    NOT NULL,
    UNIQUE (tenant, id)
) STRICT;
INSERT INTO logs_old
    SELECT l.seq, l.tenant, place,
        CASE WHEN length(id) IN (8, 16) THEN lower(hex(id)) WHEN length(id) = 32 THEN 'sha256:' || lower(hex(id))
            WHEN substr(id, 1, 1) = x'00' THEN CAST(substr(id, 2) AS TEXT) ELSE CAST(id AS TEXT) END,
        CASE WHEN length(digest) IN (8, 16) THEN lower(hex(digest)) WHEN length(digest) = 32 THEN 'sha256:' || lower(hex(digest))
            WHEN substr(digest, 1, 1) = x'00' THEN CAST(substr(digest, 2) AS TEXT) ELSE CAST(digest AS TEXT) END,
        l.platform, game, system, hands, media_type, nullif(import_name, ''), received_at, corrects, rules, revision, verdict, faults, variants,
        unverifiable, notes, size, raw
    FROM logs AS l JOIN classes AS c ON c.seq = l.class ORDER BY l.seq;
DELETE FROM sqlite_sequence WHERE name = 'logs_old';
INSERT INTO sqlite_sequence (name, seq) SELECT 'logs_old', seq FROM sqlite_sequence WHERE name = 'logs';
DROP TABLE logs;
DROP TABLE classes;
ALTER TABLE logs_old RENAME TO logs;
CREATE UNIQUE INDEX logs_first_of_game ON logs (tenant, platform, game) WHERE corrects IS NULL;
CREATE INDEX logs_game ON logs (tenant, game, place);
CREATE UNIQUE INDEX logs_place ON logs (tenant, place);
CREATE INDEX logs_platform ON logs (tenant, platform, place);
CREATE INDEX logs_system ON logs (tenant, system, place);
CREATE INDEX logs_verdict ON logs (tenant, verdict, place);
CREATE INDEX logs_platform_system ON logs (tenant, platform, system, place);
CREATE INDEX logs_platform_verdict ON logs (tenant, platform, verdict, place);
CREATE INDEX logs_system_verdict ON logs (tenant, system, verdict, place);
CREATE INDEX logs_platform_system_verdict ON logs (tenant, platform, system, verdict, place);
CREATE INDEX logs_time ON logs (tenant, received_at, place);

CREATE TABLE tags_old (
    tenant INTEGER NOT NULL REFERENCES tenants (seq),
    kind   INTEGER NOT NULL,
    word   TEXT    NOT NULL,
    place  INTEGER NOT NULL,
    PRIMARY KEY (tenant, kind, word, place)
) STRICT, WITHOUT ROWID;
INSERT INTO tags_old SELECT tenant, kind, CASE WHEN length(word) IN (8, 16) THEN lower(hex(word)) WHEN length(word) = 32 THEN 'sha256:' || lower(hex(word))
            WHEN substr(word, 1, 1) = x'00' THEN CAST(substr(word, 2) AS TEXT) ELSE CAST(word AS TEXT) END, place FROM tags;
DROP TABLE tags;
ALTER TABLE tags_old RENAME TO tags;

CREATE TABLE erased_old (
    tenant INTEGER NOT NULL REFERENCES tenants (seq),
    id     TEXT    NOT NULL,
    place  INTEGER NOT NULL,
    at     INTEGER NOT NULL,
    why    INTEGER NOT NULL,
    PRIMARY KEY (tenant, id)
) STRICT, WITHOUT ROWID;
INSERT INTO erased_old SELECT tenant, CASE WHEN length(id) IN (8, 16) THEN lower(hex(id)) WHEN length(id) = 32 THEN 'sha256:' || lower(hex(id))
            WHEN substr(id, 1, 1) = x'00' THEN CAST(substr(id, 2) AS TEXT) ELSE CAST(id AS TEXT) END, place, at, why FROM erased;
DROP TABLE erased;
ALTER TABLE erased_old RENAME TO erased;
