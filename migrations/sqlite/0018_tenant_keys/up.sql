-- The tenant stands in every key and in every reference, so that a row names only rows of its own tenant. A log is known by its place, which is
-- never given twice. The other numbers stay row numbers of SQLite, each unique with its tenant besides, which is what references name. Run with
-- foreign keys off: the tables are made anew.
-- Rows that cross tenants, or lead nowhere, would be lost or change hands: each kind is counted, and the name of the constraint tells which.
CREATE TABLE astray (
    kind_1 INTEGER NOT NULL CONSTRAINT logs_correct_a_log_of_another_tenant CHECK (kind_1 = 0),
    kind_2 INTEGER NOT NULL CONSTRAINT logs_name_a_class_of_another_tenant CHECK (kind_2 = 0),
    kind_3 INTEGER NOT NULL CONSTRAINT reports_name_no_log CHECK (kind_3 = 0),
    kind_4 INTEGER NOT NULL CONSTRAINT entries_name_a_log_of_another_tenant CHECK (kind_4 = 0),
    kind_5 INTEGER NOT NULL CONSTRAINT entries_name_no_key CHECK (kind_5 = 0),
    kind_6 INTEGER NOT NULL CONSTRAINT entries_are_about_a_key_of_another_tenant CHECK (kind_6 = 0),
    kind_7 INTEGER NOT NULL CONSTRAINT rulings_name_a_log_of_another_tenant CHECK (kind_7 = 0),
    kind_8 INTEGER NOT NULL CONSTRAINT idempotency_keys_name_a_log_of_another_tenant CHECK (kind_8 = 0),
    kind_9 INTEGER NOT NULL CONSTRAINT log_settings_name_a_setting_of_another_tenant CHECK (kind_9 = 0),
    kind_10 INTEGER NOT NULL CONSTRAINT jobs_name_a_key_of_another_tenant CHECK (kind_10 = 0)
) STRICT;
INSERT INTO astray SELECT
    (SELECT count(*) FROM logs AS l LEFT JOIN logs AS c ON c.seq = l.corrects WHERE l.corrects IS NOT NULL AND c.tenant IS NOT l.tenant),
    (SELECT count(*) FROM logs AS l LEFT JOIN classes AS c ON c.seq = l.class WHERE c.tenant IS NOT l.tenant),
    (SELECT count(*) FROM reports AS r LEFT JOIN logs AS l ON l.seq = r.log WHERE l.seq IS NULL),
    (SELECT count(*) FROM entries AS e LEFT JOIN logs AS l ON l.seq = e.log WHERE e.log IS NOT NULL AND l.tenant IS NOT e.tenant),
    (SELECT count(*) FROM entries AS e LEFT JOIN keys AS k ON k.seq = e.key WHERE e.key IS NOT NULL AND k.seq IS NULL),
    (SELECT count(*) FROM entries AS e LEFT JOIN keys AS k ON k.seq = e.subject WHERE e.subject IS NOT NULL AND k.tenant IS NOT e.tenant),
    (SELECT count(*) FROM rulings AS r LEFT JOIN logs AS l ON l.seq = r.log WHERE l.tenant IS NOT r.tenant),
    (SELECT count(*) FROM idempotency_keys AS u LEFT JOIN logs AS l ON l.seq = u.log WHERE l.tenant IS NOT u.tenant),
    (SELECT count(*) FROM log_settings AS b LEFT JOIN logs AS l ON l.seq = b.log LEFT JOIN settings AS s ON s.seq = b.setting
        WHERE l.tenant IS NULL OR s.tenant IS NOT l.tenant),
    (SELECT count(*) FROM jobs AS j LEFT JOIN keys AS k ON k.seq = j.key WHERE j.key IS NOT NULL AND k.tenant IS NOT j.tenant);
DROP TABLE astray;

CREATE UNIQUE INDEX keys_seq ON keys (tenant, seq);
DROP INDEX keys_tenant;
CREATE UNIQUE INDEX classes_seq ON classes (tenant, seq);
CREATE UNIQUE INDEX settings_seq ON settings (tenant, seq);

-- Tables that refer to logs come first: the numbers are still there.
CREATE TABLE reports_new (
    tenant       INTEGER NOT NULL,
    log          INTEGER NOT NULL,
    revision     INTEGER NOT NULL,
    verdict      TEXT    NOT NULL,
    faults       INTEGER NOT NULL,
    variants     INTEGER NOT NULL,
    unverifiable INTEGER NOT NULL,
    notes        INTEGER NOT NULL,
    created_at   INTEGER NOT NULL,
    body         BLOB    NOT NULL,
    PRIMARY KEY (tenant, log, revision),
    FOREIGN KEY (tenant, log) REFERENCES logs (tenant, place)
) STRICT;
INSERT INTO reports_new
    SELECT l.tenant, l.place, r.revision, r.verdict, r.faults, r.variants, r.unverifiable, r.notes, r.created_at, r.body
    FROM reports AS r LEFT JOIN logs AS l ON l.seq = r.log;
DROP TABLE reports;
ALTER TABLE reports_new RENAME TO reports;

CREATE TABLE entries_new (
    tenant       INTEGER NOT NULL REFERENCES tenants (seq),
    place        INTEGER NOT NULL,
    act          INTEGER NOT NULL,
    at           INTEGER NOT NULL,
    key          INTEGER,
    -- In place of `key`, the key of another tenant that acted: an operator's.
    actor_tenant INTEGER,
    actor        INTEGER,
    -- The place of the log.
    log          INTEGER,
    revision     INTEGER,
    -- The key that was made or revoked.
    subject      INTEGER,
    -- The setting that it is about, in words: its row may be gone.
    what         TEXT,
    -- The JSON that is hashed. None where the log of a verdict is there: then it follows from the two.
    record       TEXT,
    -- That of the report, where there is no record.
    digest       BLOB,
    PRIMARY KEY (tenant, place),
    FOREIGN KEY (tenant, key) REFERENCES keys (tenant, seq),
    FOREIGN KEY (actor_tenant, actor) REFERENCES keys (tenant, seq),
    FOREIGN KEY (tenant, log) REFERENCES logs (tenant, place),
    FOREIGN KEY (tenant, subject) REFERENCES keys (tenant, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO entries_new
    SELECT e.tenant, e.place, e.act, e.at,
        CASE WHEN k.tenant = e.tenant THEN k.seq END,
        CASE WHEN k.tenant <> e.tenant THEN k.tenant END,
        CASE WHEN k.tenant <> e.tenant THEN k.seq END,
        l.place, e.revision, e.subject, e.what, e.record, e.digest
    FROM entries AS e LEFT JOIN logs AS l ON l.seq = e.log LEFT JOIN keys AS k ON k.seq = e.key
    ORDER BY e.tenant, e.place;
DROP TABLE entries;
ALTER TABLE entries_new RENAME TO entries;
-- The entries of a key. Entries without a key are left out.
CREATE INDEX entries_key ON entries (tenant, key, place) WHERE key IS NOT NULL;
-- The entries of a log.
CREATE INDEX entries_log ON entries (tenant, log, place) WHERE log IS NOT NULL;
-- None, but for a moment.
CREATE INDEX entries_unrecorded ON entries (tenant, place) WHERE record IS NULL AND digest IS NULL;
-- The entries about keys by their author, of the same tenant or of another.
CREATE INDEX entries_made ON entries (tenant, key) WHERE subject IS NOT NULL;
CREATE INDEX entries_actor ON entries (actor_tenant, actor) WHERE actor IS NOT NULL;
-- SQLite takes ten rows per tenant for granted, and would rather read all entries of a tenant than seek those of a log. These are the figures
-- that it would count itself in a database of ten tenants: entries, then entries per tenant, per tenant and log, and so on.
ANALYZE sqlite_schema;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('entries', 'entries', '1000000 100000 1'),
    ('entries', 'entries_key', '1000000 100000 10000 1'),
    ('entries', 'entries_log', '1000000 100000 2 1'),
    ('entries', 'entries_made', '1000 100 10'),
    ('entries', 'entries_actor', '10 10 5');
ANALYZE sqlite_schema;

CREATE TABLE idempotency_keys_new (
    tenant     INTEGER NOT NULL,
    key        TEXT    NOT NULL,
    log        INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (tenant, key),
    FOREIGN KEY (tenant, log) REFERENCES logs (tenant, place)
) STRICT;
INSERT INTO idempotency_keys_new
    SELECT u.tenant, u.key, l.place, u.created_at FROM idempotency_keys AS u LEFT JOIN logs AS l ON l.seq = u.log;
DROP TABLE idempotency_keys;
ALTER TABLE idempotency_keys_new RENAME TO idempotency_keys;
CREATE INDEX idempotency_keys_log ON idempotency_keys (tenant, log);

CREATE TABLE rulings_new (
    tenant INTEGER NOT NULL,
    -- The place of its entry.
    place  INTEGER NOT NULL,
    log    INTEGER NOT NULL,
    -- Of this log, from 1.
    number INTEGER NOT NULL,
    -- The digest by which a repeated request is recognised.
    token  TEXT    NOT NULL,
    digest TEXT    NOT NULL,
    body   BLOB    NOT NULL,
    PRIMARY KEY (tenant, place),
    FOREIGN KEY (tenant, log) REFERENCES logs (tenant, place)
) STRICT;
INSERT INTO rulings_new
    SELECT r.tenant, r.place, l.place, r.number, r.token, r.digest, r.body FROM rulings AS r LEFT JOIN logs AS l ON l.seq = r.log;
DROP TABLE rulings;
ALTER TABLE rulings_new RENAME TO rulings;
CREATE UNIQUE INDEX rulings_log ON rulings (tenant, log, number);
CREATE UNIQUE INDEX rulings_token ON rulings (tenant, token);

CREATE TABLE log_settings_new (
    tenant  INTEGER NOT NULL,
    log     INTEGER NOT NULL,
    setting INTEGER NOT NULL,
    PRIMARY KEY (tenant, log, setting),
    FOREIGN KEY (tenant, log) REFERENCES logs (tenant, place),
    FOREIGN KEY (tenant, setting) REFERENCES settings (tenant, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO log_settings_new
    SELECT l.tenant, l.place, b.setting FROM log_settings AS b LEFT JOIN logs AS l ON l.seq = b.log ORDER BY l.tenant, l.place, b.setting;
DROP TABLE log_settings;
ALTER TABLE log_settings_new RENAME TO log_settings;
CREATE INDEX log_settings_setting ON log_settings (tenant, setting);

CREATE TABLE untagged_new (
    tenant INTEGER NOT NULL,
    log    INTEGER NOT NULL,
    PRIMARY KEY (tenant, log),
    FOREIGN KEY (tenant, log) REFERENCES logs (tenant, place)
) STRICT, WITHOUT ROWID;
INSERT INTO untagged_new SELECT l.tenant, l.place FROM untagged AS u LEFT JOIN logs AS l ON l.seq = u.log;
DROP TABLE untagged;
ALTER TABLE untagged_new RENAME TO untagged;

CREATE TABLE logs_new (
    tenant       INTEGER NOT NULL,
    -- The place of its first entry, and what it is known by.
    place        INTEGER NOT NULL,
    id           BLOB    NOT NULL,
    digest       BLOB    NOT NULL,
    class        INTEGER NOT NULL,
    platform     TEXT    NOT NULL,
    game         TEXT    NOT NULL,
    hands        INTEGER NOT NULL,
    received_at  INTEGER NOT NULL,
    corrects     INTEGER,
    revision     INTEGER NOT NULL,
    faults       INTEGER NOT NULL,
    variants     INTEGER NOT NULL,
    unverifiable INTEGER NOT NULL,
    notes        INTEGER NOT NULL,
    size         INTEGER NOT NULL,
    -- The last column, because SQLite reaches columns behind a long value slowly.
    raw          BLOB    NOT NULL,
    CONSTRAINT logs_place PRIMARY KEY (tenant, place),
    -- A class has a tenant, so its log needs no reference of its own to that.
    FOREIGN KEY (tenant, class) REFERENCES classes (tenant, seq),
    FOREIGN KEY (tenant, corrects) REFERENCES logs (tenant, place)
) STRICT;
INSERT INTO logs_new
    SELECT l.tenant, l.place, l.id, l.digest, l.class, l.platform, l.game, l.hands, l.received_at,
        (SELECT c.place FROM logs AS c WHERE c.seq = l.corrects), l.revision, l.faults, l.variants, l.unverifiable, l.notes, l.size, l.raw
    FROM logs AS l ORDER BY l.seq;
DROP TABLE logs;
ALTER TABLE logs_new RENAME TO logs;
CREATE UNIQUE INDEX logs_id ON logs (id, tenant);
CREATE UNIQUE INDEX logs_first_of_game ON logs (game, platform, tenant) WHERE corrects IS NULL;
-- Most logs correct none.
CREATE UNIQUE INDEX logs_corrects ON logs (tenant, corrects) WHERE corrects IS NOT NULL;
CREATE INDEX logs_game ON logs (tenant, game, place);
CREATE INDEX logs_time ON logs (tenant, received_at, place);
-- A filtered list reads the end of this index backwards, once for each class.
CREATE INDEX logs_class ON logs (tenant, class, place);

CREATE TABLE jobs_new (
    seq         INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    tenant      INTEGER NOT NULL REFERENCES tenants (seq),
    id          TEXT    NOT NULL,
    kind        INTEGER NOT NULL,
    state       INTEGER NOT NULL,
    key         INTEGER,
    asked       TEXT    NOT NULL,
    made_at     INTEGER NOT NULL,
    due_at      INTEGER NOT NULL,
    ended_at    INTEGER,
    lease_until INTEGER,
    attempt     INTEGER NOT NULL,
    -- The number of times that its lease was taken since its last progress.
    lost        INTEGER NOT NULL,
    steps       INTEGER NOT NULL,
    done        INTEGER NOT NULL,
    -- The place where it began, and the place before which it goes on.
    start       INTEGER NOT NULL,
    next        INTEGER NOT NULL,
    outcome     TEXT    NOT NULL,
    -- The client's key of the request that it was asked for by.
    request     TEXT,
    UNIQUE (tenant, id),
    FOREIGN KEY (tenant, key) REFERENCES keys (tenant, seq)
) STRICT;
INSERT INTO jobs_new
    SELECT seq, tenant, id, kind, state, key, asked, made_at, due_at, ended_at, lease_until, attempt, lost, steps, done, start, next, outcome, request
    FROM jobs ORDER BY seq;
-- A number that was given once is not given again, though its row is gone.
DELETE FROM sqlite_sequence WHERE name = 'jobs_new';
INSERT INTO sqlite_sequence (name, seq) SELECT 'jobs_new', seq FROM sqlite_sequence WHERE name = 'jobs';
CREATE TABLE job_parts_new (
    tenant INTEGER NOT NULL,
    job    INTEGER NOT NULL,
    number INTEGER NOT NULL,
    low    INTEGER NOT NULL,
    high   INTEGER NOT NULL,
    lines  INTEGER NOT NULL,
    bytes  INTEGER NOT NULL,
    digest TEXT    NOT NULL,
    body   BLOB    NOT NULL,
    PRIMARY KEY (tenant, job, number),
    FOREIGN KEY (tenant, job) REFERENCES jobs (tenant, seq)
) STRICT;
INSERT INTO job_parts_new
    SELECT j.tenant, p.job, p.number, p.low, p.high, p.lines, p.bytes, p.digest, p.body FROM job_parts AS p LEFT JOIN jobs AS j ON j.seq = p.job;
DROP TABLE job_parts;
DROP TABLE jobs;
ALTER TABLE jobs_new RENAME TO jobs;
ALTER TABLE job_parts_new RENAME TO job_parts;
CREATE UNIQUE INDEX jobs_seq ON jobs (tenant, seq);
CREATE INDEX jobs_due ON jobs (state, due_at);
CREATE UNIQUE INDEX jobs_request ON jobs (tenant, request) WHERE request IS NOT NULL;

CREATE TABLE webhooks_new (
    seq          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    tenant       INTEGER NOT NULL REFERENCES tenants (seq),
    id           TEXT    NOT NULL,
    url          TEXT    NOT NULL,
    -- Messages are signed with it.
    secret       BLOB    NOT NULL,
    -- The filter, as JSON.
    filter       TEXT    NOT NULL,
    made_at      INTEGER NOT NULL,
    -- Everything up to this place is dealt with.
    place        INTEGER NOT NULL,
    -- The attempts at the next message, and the earliest time of the next attempt.
    tries        INTEGER NOT NULL,
    due_at       INTEGER NOT NULL,
    -- Messages given up in a row; too many pause the webhook.
    given_up     INTEGER NOT NULL,
    paused_at    INTEGER,
    -- The lease of the process that sends, and its end.
    lease        INTEGER NOT NULL,
    leased_until INTEGER NOT NULL,
    -- 1 if dead letters are to be sent again.
    again        INTEGER NOT NULL,
    -- The error of the last attempt; none if it succeeded.
    said         TEXT,
    tried_at     INTEGER,
    -- The secret that was replaced, and until when messages are signed with it too.
    old_secret   BLOB,
    old_until    INTEGER,
    -- 1 if a failing message holds those after it; 0 if they go on.
    ordered      INTEGER NOT NULL DEFAULT 1,
    per_minute   INTEGER,
    -- When the first of its late messages is due.
    late_at      INTEGER,
    UNIQUE (tenant, id)
) STRICT;
INSERT INTO webhooks_new
    SELECT seq, tenant, id, url, secret, filter, made_at, place, tries, due_at, given_up, paused_at, lease, leased_until, again, said, tried_at,
        old_secret, old_until, ordered, per_minute, late_at
    FROM webhooks ORDER BY seq;
DELETE FROM sqlite_sequence WHERE name = 'webhooks_new';
INSERT INTO sqlite_sequence (name, seq) SELECT 'webhooks_new', seq FROM sqlite_sequence WHERE name = 'webhooks';
CREATE TABLE dead_letters_new (
    tenant  INTEGER NOT NULL,
    webhook INTEGER NOT NULL,
    place   INTEGER NOT NULL,
    tries   INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    said    TEXT    NOT NULL,
    -- 1 if it is to be sent again.
    again   INTEGER NOT NULL,
    PRIMARY KEY (tenant, webhook, place),
    FOREIGN KEY (tenant, webhook) REFERENCES webhooks (tenant, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO dead_letters_new
    SELECT w.tenant, d.webhook, d.place, d.tries, d.at, d.said, d.again FROM dead_letters AS d LEFT JOIN webhooks AS w ON w.seq = d.webhook;
CREATE TABLE late_messages_new (
    tenant  INTEGER NOT NULL,
    webhook INTEGER NOT NULL,
    place   INTEGER NOT NULL,
    tries   INTEGER NOT NULL,
    due_at  INTEGER NOT NULL,
    said    TEXT    NOT NULL,
    PRIMARY KEY (tenant, webhook, place),
    FOREIGN KEY (tenant, webhook) REFERENCES webhooks (tenant, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO late_messages_new
    SELECT w.tenant, l.webhook, l.place, l.tries, l.due_at, l.said FROM late_messages AS l LEFT JOIN webhooks AS w ON w.seq = l.webhook;
DROP TABLE dead_letters;
DROP TABLE late_messages;
DROP TABLE webhooks;
ALTER TABLE webhooks_new RENAME TO webhooks;
ALTER TABLE dead_letters_new RENAME TO dead_letters;
ALTER TABLE late_messages_new RENAME TO late_messages;
CREATE INDEX late_messages_due ON late_messages (tenant, webhook, due_at);
CREATE UNIQUE INDEX webhooks_seq ON webhooks (tenant, seq);
