-- Logs first: what refers to them takes their new numbers.
CREATE TABLE logs_old (
    seq          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    tenant       INTEGER NOT NULL REFERENCES tenants (seq),
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
    raw          BLOB    NOT NULL
) STRICT;
INSERT INTO logs_old (tenant, place, id, digest, class, platform, game, hands, received_at, corrects, revision, faults, variants, unverifiable,
        notes, size, raw)
    SELECT tenant, place, id, digest, class, platform, game, hands, received_at, corrects, revision, faults, variants, unverifiable, notes, size,
        raw
    FROM logs ORDER BY rowid;
CREATE UNIQUE INDEX logs_old_place ON logs_old (tenant, place);
UPDATE logs_old SET corrects = (SELECT c.seq FROM logs_old AS c WHERE c.tenant = logs_old.tenant AND c.place = logs_old.corrects)
    WHERE corrects IS NOT NULL;

CREATE TABLE reports_old (
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
INSERT INTO reports_old
    SELECT l.seq, r.revision, r.verdict, r.faults, r.variants, r.unverifiable, r.notes, r.created_at, r.body
    FROM reports AS r LEFT JOIN logs_old AS l ON l.tenant = r.tenant AND l.place = r.log;
DROP TABLE reports;
ALTER TABLE reports_old RENAME TO reports;

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
    digest   BLOB,
    PRIMARY KEY (tenant, place)
) STRICT, WITHOUT ROWID;
INSERT INTO entries_old
    SELECT e.tenant, e.place, e.act, e.at, coalesce(e.key, e.actor), l.seq, e.revision, e.subject, e.what, e.record, e.digest
    FROM entries AS e LEFT JOIN logs_old AS l ON l.tenant = e.tenant AND l.place = e.log
    ORDER BY e.tenant, e.place;
DROP TABLE entries;
ALTER TABLE entries_old RENAME TO entries;
CREATE INDEX entries_key ON entries (tenant, key, place) WHERE key IS NOT NULL;
CREATE INDEX entries_log ON entries (log, place) WHERE log IS NOT NULL;
CREATE INDEX entries_unrecorded ON entries (tenant, place) WHERE record IS NULL AND digest IS NULL;
CREATE INDEX entries_made ON entries (key) WHERE subject IS NOT NULL;

CREATE TABLE idempotency_keys_old (
    tenant     INTEGER NOT NULL REFERENCES tenants (seq),
    key        TEXT    NOT NULL,
    log        INTEGER NOT NULL REFERENCES logs (seq),
    created_at INTEGER NOT NULL,
    PRIMARY KEY (tenant, key)
) STRICT;
INSERT INTO idempotency_keys_old
    SELECT u.tenant, u.key, l.seq, u.created_at FROM idempotency_keys AS u LEFT JOIN logs_old AS l ON l.tenant = u.tenant AND l.place = u.log;
DROP TABLE idempotency_keys;
ALTER TABLE idempotency_keys_old RENAME TO idempotency_keys;
CREATE INDEX idempotency_keys_log ON idempotency_keys (log);

CREATE TABLE rulings_old (
    tenant INTEGER NOT NULL REFERENCES tenants (seq),
    place  INTEGER NOT NULL,
    log    INTEGER NOT NULL REFERENCES logs (seq),
    number INTEGER NOT NULL,
    token  TEXT    NOT NULL,
    digest TEXT    NOT NULL,
    body   BLOB    NOT NULL,
    PRIMARY KEY (tenant, place)
) STRICT;
INSERT INTO rulings_old
    SELECT r.tenant, r.place, l.seq, r.number, r.token, r.digest, r.body
    FROM rulings AS r LEFT JOIN logs_old AS l ON l.tenant = r.tenant AND l.place = r.log;
DROP TABLE rulings;
ALTER TABLE rulings_old RENAME TO rulings;
CREATE UNIQUE INDEX rulings_log ON rulings (log, number);
CREATE UNIQUE INDEX rulings_token ON rulings (tenant, token);

CREATE TABLE log_settings_old (
    log     INTEGER NOT NULL REFERENCES logs (seq),
    setting INTEGER NOT NULL REFERENCES settings (seq),
    PRIMARY KEY (log, setting)
) STRICT, WITHOUT ROWID;
INSERT INTO log_settings_old
    SELECT l.seq, b.setting FROM log_settings AS b LEFT JOIN logs_old AS l ON l.tenant = b.tenant AND l.place = b.log ORDER BY l.seq, b.setting;
DROP TABLE log_settings;
ALTER TABLE log_settings_old RENAME TO log_settings;
CREATE INDEX log_settings_setting ON log_settings (setting);

CREATE TABLE untagged_old (
    log INTEGER NOT NULL PRIMARY KEY REFERENCES logs (seq)
) STRICT;
INSERT INTO untagged_old SELECT l.seq FROM untagged AS u LEFT JOIN logs_old AS l ON l.tenant = u.tenant AND l.place = u.log;
DROP TABLE untagged;
ALTER TABLE untagged_old RENAME TO untagged;

DROP TABLE logs;
DROP INDEX logs_old_place;
ALTER TABLE logs_old RENAME TO logs;
CREATE UNIQUE INDEX logs_id ON logs (id, tenant);
CREATE UNIQUE INDEX logs_place ON logs (tenant, place);
CREATE UNIQUE INDEX logs_first_of_game ON logs (game, platform, tenant) WHERE corrects IS NULL;
CREATE UNIQUE INDEX logs_corrects ON logs (corrects) WHERE corrects IS NOT NULL;
CREATE INDEX logs_game ON logs (tenant, game, place);
CREATE INDEX logs_time ON logs (tenant, received_at, place);
CREATE INDEX logs_class ON logs (tenant, class, place);

CREATE TABLE jobs_old (
    seq         INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    tenant      INTEGER NOT NULL REFERENCES tenants (seq),
    id          TEXT    NOT NULL UNIQUE,
    kind        INTEGER NOT NULL,
    state       INTEGER NOT NULL,
    key         INTEGER REFERENCES keys (seq),
    asked       TEXT    NOT NULL,
    made_at     INTEGER NOT NULL,
    due_at      INTEGER NOT NULL,
    ended_at    INTEGER,
    lease_until INTEGER,
    attempt     INTEGER NOT NULL,
    lost        INTEGER NOT NULL,
    steps       INTEGER NOT NULL,
    done        INTEGER NOT NULL,
    start       INTEGER NOT NULL,
    next        INTEGER NOT NULL,
    outcome     TEXT    NOT NULL,
    request     TEXT
) STRICT;
INSERT INTO jobs_old
    SELECT seq, tenant, id, kind, state, key, asked, made_at, due_at, ended_at, lease_until, attempt, lost, steps, done, start, next, outcome, request
    FROM jobs ORDER BY seq;
DELETE FROM sqlite_sequence WHERE name = 'jobs_old';
INSERT INTO sqlite_sequence (name, seq) SELECT 'jobs_old', seq FROM sqlite_sequence WHERE name = 'jobs';
CREATE TABLE job_parts_old (
    job    INTEGER NOT NULL REFERENCES jobs (seq),
    number INTEGER NOT NULL,
    low    INTEGER NOT NULL,
    high   INTEGER NOT NULL,
    lines  INTEGER NOT NULL,
    bytes  INTEGER NOT NULL,
    digest TEXT    NOT NULL,
    body   BLOB    NOT NULL,
    PRIMARY KEY (job, number)
) STRICT;
INSERT INTO job_parts_old SELECT job, number, low, high, lines, bytes, digest, body FROM job_parts;
DROP TABLE job_parts;
DROP TABLE jobs;
ALTER TABLE jobs_old RENAME TO jobs;
ALTER TABLE job_parts_old RENAME TO job_parts;
CREATE INDEX jobs_due ON jobs (state, due_at);
CREATE INDEX jobs_tenant ON jobs (tenant, seq);
CREATE UNIQUE INDEX jobs_request ON jobs (tenant, request) WHERE request IS NOT NULL;

CREATE TABLE webhooks_old (
    seq          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    tenant       INTEGER NOT NULL REFERENCES tenants (seq),
    id           TEXT    NOT NULL UNIQUE,
    url          TEXT    NOT NULL,
    secret       BLOB    NOT NULL,
    filter       TEXT    NOT NULL,
    made_at      INTEGER NOT NULL,
    place        INTEGER NOT NULL,
    tries        INTEGER NOT NULL,
    due_at       INTEGER NOT NULL,
    given_up     INTEGER NOT NULL,
    paused_at    INTEGER,
    lease        INTEGER NOT NULL,
    leased_until INTEGER NOT NULL,
    again        INTEGER NOT NULL,
    said         TEXT,
    tried_at     INTEGER,
    old_secret   BLOB,
    old_until    INTEGER,
    ordered      INTEGER NOT NULL DEFAULT 1,
    per_minute   INTEGER,
    late_at      INTEGER
) STRICT;
INSERT INTO webhooks_old
    SELECT seq, tenant, id, url, secret, filter, made_at, place, tries, due_at, given_up, paused_at, lease, leased_until, again, said, tried_at,
        old_secret, old_until, ordered, per_minute, late_at
    FROM webhooks ORDER BY seq;
DELETE FROM sqlite_sequence WHERE name = 'webhooks_old';
INSERT INTO sqlite_sequence (name, seq) SELECT 'webhooks_old', seq FROM sqlite_sequence WHERE name = 'webhooks';
CREATE TABLE dead_letters_old (
    webhook INTEGER NOT NULL REFERENCES webhooks (seq),
    place   INTEGER NOT NULL,
    tries   INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    said    TEXT    NOT NULL,
    again   INTEGER NOT NULL,
    PRIMARY KEY (webhook, place)
) STRICT, WITHOUT ROWID;
INSERT INTO dead_letters_old SELECT webhook, place, tries, at, said, again FROM dead_letters ORDER BY webhook, place;
CREATE TABLE late_messages_old (
    webhook INTEGER NOT NULL REFERENCES webhooks (seq),
    place   INTEGER NOT NULL,
    tries   INTEGER NOT NULL,
    due_at  INTEGER NOT NULL,
    said    TEXT    NOT NULL,
    PRIMARY KEY (webhook, place)
) STRICT, WITHOUT ROWID;
INSERT INTO late_messages_old SELECT webhook, place, tries, due_at, said FROM late_messages ORDER BY webhook, place;
DROP TABLE dead_letters;
DROP TABLE late_messages;
DROP TABLE webhooks;
ALTER TABLE webhooks_old RENAME TO webhooks;
ALTER TABLE dead_letters_old RENAME TO dead_letters;
ALTER TABLE late_messages_old RENAME TO late_messages;
CREATE INDEX late_messages_due ON late_messages (webhook, due_at);
CREATE INDEX webhooks_tenant ON webhooks (tenant, seq);

DROP INDEX settings_seq;
DROP INDEX classes_seq;
DROP INDEX keys_seq;
CREATE INDEX keys_tenant ON keys (tenant);
