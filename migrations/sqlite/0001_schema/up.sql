-- The schema of SQLite. `src/store/db/schema.rs` describes the same tables to diesel, migrations/postgres to PostgreSQL.
--
-- * Times are microseconds since 1970, unless a comment says otherwise.
-- * The tenant is part of every key and of every reference, so a row can only name rows of its own tenant.
-- * `place` is a sequence number of the tenant's journal (`entries`). `log` and `corrects` are places of logs.
-- * Hexadecimal ids and digests are stored as the bytes they stand for (`src/store/db/hex_key.rs`).
-- * SQLite numbers the rows of a table with `seq` itself. Its references name the unique pair (tenant, seq).
-- * A number with AUTOINCREMENT is never given again, even if its row is gone.

-- Tenants

CREATE TABLE tenants (
    seq        INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    name       TEXT    NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    -- The place of the last entry. Every write increments it first, so places follow the order of commits.
    head       INTEGER NOT NULL
) STRICT;
-- The tenant of requests without a key.
INSERT INTO tenants VALUES (1, 'home', CAST(strftime('%s', 'now') AS INTEGER) * 1000000, 0);

-- API keys and sessions. A key is revoked, never deleted, because the journal names it.
CREATE TABLE keys (
    seq        INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    tenant     INTEGER NOT NULL REFERENCES tenants (seq),
    id         TEXT    NOT NULL UNIQUE,
    -- The hash of the secret, which is not stored.
    hash       BLOB    NOT NULL UNIQUE,
    name       TEXT    NOT NULL,
    scopes     INTEGER NOT NULL,
    rate       INTEGER,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER,
    -- The networks from which the key may be used, separated by commas; NULL if it may be used from everywhere.
    addresses  TEXT,
    -- The name of the person who signed in; NULL if the key is no session.
    person     TEXT,
    -- The person as the provider identifies them: the issuer, #, and the subject.
    subject    TEXT
) STRICT;
CREATE UNIQUE INDEX keys_seq ON keys (tenant, seq);
-- A sign-in looks up the sessions that the person has already.
CREATE INDEX keys_subject ON keys (tenant, subject) WHERE subject IS NOT NULL;

-- Adapters and house rules of a tenant. A row is one version of a file and changes only when it is retired: a stored log
-- is read again by the versions that read it first.
CREATE TABLE settings (
    seq        INTEGER PRIMARY KEY AUTOINCREMENT,
    tenant     INTEGER NOT NULL REFERENCES tenants (seq),
    kind       INTEGER NOT NULL,
    name       TEXT    NOT NULL,
    digest     TEXT    NOT NULL,
    put_at     INTEGER NOT NULL,
    retired_at INTEGER,
    body       TEXT    NOT NULL,
    UNIQUE (tenant, kind, name, digest)
) STRICT;
CREATE UNIQUE INDEX settings_seq ON settings (tenant, seq);
CREATE UNIQUE INDEX settings_current ON settings (tenant, kind, name) WHERE retired_at IS NULL;

-- Logs and reports

-- Column values that many logs have in common.
CREATE TABLE classes (
    seq         INTEGER NOT NULL PRIMARY KEY,
    tenant      INTEGER NOT NULL REFERENCES tenants (seq),
    platform    TEXT    NOT NULL,
    system      TEXT    NOT NULL,
    rules       TEXT    NOT NULL,
    media_type  TEXT    NOT NULL,
    -- The third-party format; empty for caipan's own.
    import_name TEXT    NOT NULL,
    -- The verdict of the newest report.
    verdict     TEXT    NOT NULL,
    UNIQUE (tenant, platform, system, verdict, rules, media_type, import_name)
) STRICT;
CREATE UNIQUE INDEX classes_seq ON classes (tenant, seq);
CREATE INDEX classes_system ON classes (tenant, system, verdict);
CREATE INDEX classes_verdict ON classes (tenant, verdict);

-- Logs with the outcome of their newest report. Corrections form a line, never a tree: one first log per game of a
-- platform, and at most one correction of each log.
CREATE TABLE logs (
    tenant       INTEGER NOT NULL,
    -- The place of its first entry.
    place        INTEGER NOT NULL,
    id           BLOB    NOT NULL,
    digest       BLOB    NOT NULL,
    class        INTEGER NOT NULL,
    platform     TEXT    NOT NULL,
    game         TEXT    NOT NULL,
    hands        INTEGER NOT NULL,
    received_at  INTEGER NOT NULL,
    -- The log that it corrects.
    corrects     INTEGER,
    -- The revision of the newest report, and its findings by kind.
    revision     INTEGER NOT NULL,
    faults       INTEGER NOT NULL,
    variants     INTEGER NOT NULL,
    unverifiable INTEGER NOT NULL,
    notes        INTEGER NOT NULL,
    -- The size of the newest report in bytes, before compression: what a reader of it needs memory for.
    report_size  INTEGER NOT NULL,
    -- The size of the bytes as received.
    size         INTEGER NOT NULL,
    -- The bytes as received, compressed. The last column, because SQLite reaches columns behind a long value slowly.
    raw          BLOB    NOT NULL,
    CONSTRAINT logs_place PRIMARY KEY (tenant, place),
    -- The class refers to the tenant, so the log needs no reference of its own to it.
    FOREIGN KEY (tenant, class) REFERENCES classes (tenant, seq),
    FOREIGN KEY (tenant, corrects) REFERENCES logs (tenant, place)
) STRICT;
CREATE UNIQUE INDEX logs_id ON logs (id, tenant);
CREATE UNIQUE INDEX logs_first_of_game ON logs (game, platform, tenant) WHERE corrects IS NULL;
-- Most logs correct none.
CREATE UNIQUE INDEX logs_corrects ON logs (tenant, corrects) WHERE corrects IS NOT NULL;
CREATE INDEX logs_game ON logs (tenant, game, place);
CREATE INDEX logs_time ON logs (tenant, received_at, place);
-- A filtered list reads the end of this index backwards, once for each class.
CREATE INDEX logs_class ON logs (tenant, class, place);

-- One report per log and revision of the rules. `logs.revision` names the newest.
CREATE TABLE reports (
    tenant       INTEGER NOT NULL,
    log          INTEGER NOT NULL,
    revision     INTEGER NOT NULL,
    verdict      TEXT    NOT NULL,
    faults       INTEGER NOT NULL,
    variants     INTEGER NOT NULL,
    unverifiable INTEGER NOT NULL,
    notes        INTEGER NOT NULL,
    created_at   INTEGER NOT NULL,
    -- The published report, compressed.
    body         BLOB    NOT NULL,
    PRIMARY KEY (tenant, log, revision),
    FOREIGN KEY (tenant, log) REFERENCES logs (tenant, place)
) STRICT;

-- The settings that were used to read a log.
CREATE TABLE log_settings (
    tenant  INTEGER NOT NULL,
    log     INTEGER NOT NULL,
    setting INTEGER NOT NULL,
    PRIMARY KEY (tenant, log, setting),
    FOREIGN KEY (tenant, log) REFERENCES logs (tenant, place),
    FOREIGN KEY (tenant, setting) REFERENCES settings (tenant, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX log_settings_setting ON log_settings (tenant, setting);

-- The Idempotency-Key of each log.
CREATE TABLE idempotency_keys (
    tenant     INTEGER NOT NULL,
    key        TEXT    NOT NULL,
    log        INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (tenant, key),
    FOREIGN KEY (tenant, log) REFERENCES logs (tenant, place)
) STRICT;
CREATE INDEX idempotency_keys_log ON idempotency_keys (tenant, log);

-- The Idempotency-Key of each request that made a key or a webhook, or changed a webhook.
CREATE TABLE requests (
    tenant  INTEGER NOT NULL REFERENCES tenants (seq),
    kind    INTEGER NOT NULL,
    key     TEXT    NOT NULL,
    -- The digest of the request: a different request with this key is refused.
    digest  BLOB    NOT NULL,
    -- The id of the key or of the webhook.
    made    TEXT    NOT NULL,
    made_at INTEGER NOT NULL,
    PRIMARY KEY (tenant, kind, key)
) STRICT, WITHOUT ROWID;
-- A deleted webhook takes its requests with it.
CREATE INDEX requests_made ON requests (tenant, made);

-- The journal and its evidence

-- Every deed of a tenant, in the order of commits.
CREATE TABLE entries (
    tenant       INTEGER NOT NULL REFERENCES tenants (seq),
    place        INTEGER NOT NULL,
    -- The deed: `src/store/model/journal.rs` lists the numbers.
    act          INTEGER NOT NULL,
    at           INTEGER NOT NULL,
    -- The key that acted; NULL without keys.
    key          INTEGER,
    -- Instead of `key`, a key of another tenant that acted: an operator's.
    actor_tenant INTEGER,
    actor        INTEGER,
    log          INTEGER,
    revision     INTEGER,
    -- The key that was made or revoked.
    subject      INTEGER,
    -- The setting that the entry is about, in words, because its row may be gone.
    what         TEXT,
    -- The JSON that is hashed. NULL for a verdict whose log is stored: its record follows from `digest` and the log.
    record       TEXT,
    -- The digest of the report, if there is no record.
    digest       BLOB,
    -- The id of the log, in its first verdict: a log whose row is gone is still known by it.
    id           BLOB,
    -- The hash of the record as it was written: a record that no longer follows from its rows does not break the tree.
    leaf         BLOB NOT NULL,
    PRIMARY KEY (tenant, place),
    FOREIGN KEY (tenant, key) REFERENCES keys (tenant, seq),
    FOREIGN KEY (actor_tenant, actor) REFERENCES keys (tenant, seq),
    FOREIGN KEY (tenant, log) REFERENCES logs (tenant, place),
    FOREIGN KEY (tenant, subject) REFERENCES keys (tenant, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX entries_key ON entries (tenant, key, place) WHERE key IS NOT NULL;
CREATE INDEX entries_log ON entries (tenant, log, place) WHERE log IS NOT NULL;
CREATE INDEX entries_id ON entries (id, tenant) WHERE id IS NOT NULL;
-- Revoking a key looks up the keys that it made, in its own tenant or in another.
CREATE INDEX entries_made ON entries (tenant, key) WHERE subject IS NOT NULL;
CREATE INDEX entries_actor ON entries (actor_tenant, actor) WHERE actor IS NOT NULL;
-- Without figures SQLite assumes ten rows per tenant, and reads all entries of a tenant instead of seeking those of a log.
-- These are the figures of a database of ten tenants: entries, then entries per tenant, per tenant and log, and so on.
ANALYZE sqlite_schema;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('entries', 'entries', '1000000 100000 1'),
    ('entries', 'entries_key', '1000000 100000 10000 1'),
    ('entries', 'entries_log', '1000000 100000 2 1'),
    ('entries', 'entries_id', '500000 1 1 1'),
    ('entries', 'entries_made', '1000 100 10'),
    ('entries', 'entries_actor', '10 10 5');
ANALYZE sqlite_schema;

-- Hashes of the Merkle tree over a tenant's records, one level in eight: a node of level 1 covers 256 records, a node of
-- level 2 covers 256 of those.
CREATE TABLE nodes (
    tenant INTEGER NOT NULL REFERENCES tenants (seq),
    level  INTEGER NOT NULL,
    number INTEGER NOT NULL,
    hash   BLOB    NOT NULL,
    PRIMARY KEY (tenant, level, number)
) STRICT, WITHOUT ROWID;

-- The keys that sign checkpoints of this database, whatever the tenant.
CREATE TABLE signing_keys (
    -- The 32 bytes of the public key.
    public   BLOB    NOT NULL PRIMARY KEY,
    -- When it first signed; NULL if that is unknown.
    from_at  INTEGER,
    -- When it was retired; NULL while it signs.
    until_at INTEGER
) STRICT, WITHOUT ROWID;

-- The checkpoints that were shown to witnesses.
CREATE TABLE offers (
    tenant     INTEGER NOT NULL REFERENCES tenants (seq),
    size       INTEGER NOT NULL,
    -- When it was last shown.
    offered_at INTEGER NOT NULL,
    PRIMARY KEY (tenant, size)
) STRICT, WITHOUT ROWID;

-- The state of each witness of a tenant's tree, by the verifier key of the witness.
CREATE TABLE witnesses (
    tenant   INTEGER NOT NULL REFERENCES tenants (seq),
    witness  TEXT    NOT NULL,
    size     INTEGER NOT NULL,
    tried_at INTEGER NOT NULL,
    tries    INTEGER NOT NULL,
    due_at   INTEGER NOT NULL,
    -- The error of the last attempt, and the size that the witness named then; NULL if it succeeded.
    said     TEXT,
    held     INTEGER,
    PRIMARY KEY (tenant, witness)
) STRICT, WITHOUT ROWID;

-- The signature lines of witnesses.
CREATE TABLE cosignatures (
    tenant  INTEGER NOT NULL REFERENCES tenants (seq),
    size    INTEGER NOT NULL,
    witness TEXT    NOT NULL,
    -- Seconds since 1970, as the witness signed it.
    at      INTEGER NOT NULL,
    line    TEXT    NOT NULL,
    PRIMARY KEY (tenant, size, witness)
) STRICT, WITHOUT ROWID;

-- Rulings of referees, each as the bytes of its digest. A row never changes: a later ruling reverses an earlier one.
CREATE TABLE rulings (
    tenant INTEGER NOT NULL,
    -- The place of its entry.
    place  INTEGER NOT NULL,
    log    INTEGER NOT NULL,
    -- The number among the rulings of the log, from 1.
    number INTEGER NOT NULL,
    -- The digest by which a repeated request is recognised.
    token  TEXT    NOT NULL,
    digest TEXT    NOT NULL,
    body   BLOB    NOT NULL,
    PRIMARY KEY (tenant, place),
    FOREIGN KEY (tenant, log) REFERENCES logs (tenant, place)
) STRICT;
CREATE UNIQUE INDEX rulings_log ON rulings (tenant, log, number);
CREATE UNIQUE INDEX rulings_token ON rulings (tenant, token);

-- Erased logs: the id, the place of the erasure, and the reason.
CREATE TABLE erased (
    tenant INTEGER NOT NULL REFERENCES tenants (seq),
    id     BLOB    NOT NULL,
    place  INTEGER NOT NULL,
    at     INTEGER NOT NULL,
    why    INTEGER NOT NULL,
    PRIMARY KEY (tenant, id)
) STRICT, WITHOUT ROWID;
-- The digests of their rulings, so that the chain of a tenant's rulings continues from the last of them.
CREATE TABLE erased_rulings (
    tenant INTEGER NOT NULL REFERENCES tenants (seq),
    place  INTEGER NOT NULL,
    digest TEXT    NOT NULL,
    PRIMARY KEY (tenant, place)
) STRICT, WITHOUT ROWID;

-- Search and statistics

-- Search tags of logs: the digest of a player's name or id (1), the client and its version (2), a code of the newest
-- report (3). A list reads the end of the key backwards.
CREATE TABLE tags (
    tenant INTEGER NOT NULL REFERENCES tenants (seq),
    kind   INTEGER NOT NULL,
    word   BLOB    NOT NULL,
    place  INTEGER NOT NULL,
    PRIMARY KEY (tenant, kind, word, place)
) STRICT, WITHOUT ROWID;

-- Counters of the newest reports: hands under an empty code, faults under their codes, with the number of logs.
CREATE TABLE tallies (
    tenant   INTEGER NOT NULL REFERENCES tenants (seq),
    code     TEXT    NOT NULL,
    platform TEXT    NOT NULL,
    system   TEXT    NOT NULL,
    client   TEXT    NOT NULL,
    logs     INTEGER NOT NULL,
    amount   INTEGER NOT NULL,
    PRIMARY KEY (tenant, code, platform, system, client)
) STRICT, WITHOUT ROWID;

-- Jobs

-- Long work in small steps, each done by any process that has time. `attempt` excludes a process that lost its lease;
-- `steps` tells a committed step from one that is still to be done.
CREATE TABLE jobs (
    seq         INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    tenant      INTEGER NOT NULL REFERENCES tenants (seq),
    id          TEXT    NOT NULL,
    kind        INTEGER NOT NULL,
    state       INTEGER NOT NULL,
    -- The key that asked for it.
    key         INTEGER,
    asked       TEXT    NOT NULL,
    made_at     INTEGER NOT NULL,
    due_at      INTEGER NOT NULL,
    ended_at    INTEGER,
    lease_until INTEGER,
    attempt     INTEGER NOT NULL,
    -- How often its lease was lost since its last progress.
    lost        INTEGER NOT NULL,
    steps       INTEGER NOT NULL,
    done        INTEGER NOT NULL,
    -- The place where it began, and the place before which it continues.
    start       INTEGER NOT NULL,
    next        INTEGER NOT NULL,
    outcome     TEXT    NOT NULL,
    -- The Idempotency-Key of the request that asked for it.
    request     TEXT,
    UNIQUE (tenant, id),
    FOREIGN KEY (tenant, key) REFERENCES keys (tenant, seq)
) STRICT;
CREATE UNIQUE INDEX jobs_seq ON jobs (tenant, seq);
CREATE INDEX jobs_due ON jobs (state, due_at);
CREATE UNIQUE INDEX jobs_request ON jobs (tenant, request) WHERE request IS NOT NULL;

-- The output of a job: compressed lines of the logs between two places.
CREATE TABLE job_parts (
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

-- Webhooks

-- The addresses to which a tenant wants messages sent. Each webhook follows the feed by itself.
CREATE TABLE webhooks (
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
    -- The error of the last attempt; NULL if it succeeded.
    said         TEXT,
    tried_at     INTEGER,
    -- The secret that was replaced, and until when messages are signed with it too.
    old_secret   BLOB,
    old_until    INTEGER,
    -- 1 if a failing message holds up those after it; 0 if they are sent meanwhile.
    ordered      INTEGER NOT NULL DEFAULT 1,
    per_minute   INTEGER,
    -- When the first of its late messages is due.
    late_at      INTEGER,
    -- The key whose scopes and life it has; NULL if it was made without keys.
    owner        INTEGER,
    UNIQUE (tenant, id),
    FOREIGN KEY (tenant, owner) REFERENCES keys (tenant, seq)
) STRICT;
CREATE UNIQUE INDEX webhooks_seq ON webhooks (tenant, seq);

-- Messages that were given up, until they are delivered after all.
CREATE TABLE dead_letters (
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

-- Messages that failed and wait for their next attempt while others are sent.
CREATE TABLE late_messages (
    tenant  INTEGER NOT NULL,
    webhook INTEGER NOT NULL,
    place   INTEGER NOT NULL,
    tries   INTEGER NOT NULL,
    due_at  INTEGER NOT NULL,
    said    TEXT    NOT NULL,
    PRIMARY KEY (tenant, webhook, place),
    FOREIGN KEY (tenant, webhook) REFERENCES webhooks (tenant, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX late_messages_due ON late_messages (tenant, webhook, due_at);

-- The row that a readiness check writes.
CREATE TABLE probe (
    id     INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    filler BLOB    NOT NULL
) STRICT;

-- The latest time at which retention found the clock credible.
CREATE TABLE clock (
    id      INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    seen_at INTEGER NOT NULL
) STRICT;
