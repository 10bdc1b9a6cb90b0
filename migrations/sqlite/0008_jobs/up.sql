-- Long work, done in small steps by whichever process has time. `attempt` fences off a process that lost its lease; `steps` tells a
-- step that was committed already from one that is still to be done.
CREATE TABLE jobs (
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
    -- How often its lease was taken since it last came forward.
    lost        INTEGER NOT NULL,
    steps       INTEGER NOT NULL,
    done        INTEGER NOT NULL,
    -- Where it began, and before which place it goes on.
    start       INTEGER NOT NULL,
    next        INTEGER NOT NULL,
    outcome     TEXT    NOT NULL
) STRICT;
CREATE INDEX jobs_due ON jobs (state, due_at);
CREATE INDEX jobs_tenant ON jobs (tenant, seq);

-- What a job gives: lines, packed, of logs from one place to another.
CREATE TABLE job_parts (
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

-- What is left of a log that was erased: its id, the place of the deed, and why.
CREATE TABLE erased (
    tenant INTEGER NOT NULL REFERENCES tenants (seq),
    id     TEXT    NOT NULL,
    place  INTEGER NOT NULL,
    at     INTEGER NOT NULL,
    why    INTEGER NOT NULL,
    PRIMARY KEY (tenant, id)
) STRICT, WITHOUT ROWID;
-- What is left of its rulings: the chain of a tenant's rulings goes on from the last of them.
CREATE TABLE erased_rulings (
    tenant INTEGER NOT NULL REFERENCES tenants (seq),
    place  INTEGER NOT NULL,
    digest TEXT    NOT NULL,
    PRIMARY KEY (tenant, place)
) STRICT, WITHOUT ROWID;
-- From a log that goes to what refers to it.
CREATE INDEX idempotency_keys_log ON idempotency_keys (log);
