-- Where a tenant wants its verdicts sent: each follows the feed for itself.
CREATE TABLE webhooks (
    seq          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    tenant       INTEGER NOT NULL REFERENCES tenants (seq),
    id           TEXT    NOT NULL UNIQUE,
    url          TEXT    NOT NULL,
    -- What is sent is signed with it, so it is kept as it is.
    secret       BLOB    NOT NULL,
    -- What it asks for, as JSON.
    filter       TEXT    NOT NULL,
    made_at      INTEGER NOT NULL,
    -- Everything up to this place is dealt with.
    place        INTEGER NOT NULL,
    -- How often the next one was tried, and not before when it is tried again.
    tries        INTEGER NOT NULL,
    due_at       INTEGER NOT NULL,
    -- How many were given up in a row; too many, and it waits until somebody looks.
    given_up     INTEGER NOT NULL,
    paused_at    INTEGER,
    -- Who sends now, and until when nobody else does.
    lease        INTEGER NOT NULL,
    leased_until INTEGER NOT NULL,
    -- Whether some that were given up are to be sent again.
    again        INTEGER NOT NULL,
    -- Why the last try failed; none where it did not.
    said         TEXT,
    tried_at     INTEGER
) STRICT;
CREATE INDEX webhooks_tenant ON webhooks (tenant, seq);

-- What was given up, until it arrives after all.
CREATE TABLE dead_letters (
    webhook INTEGER NOT NULL REFERENCES webhooks (seq),
    place   INTEGER NOT NULL,
    tries   INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    said    TEXT    NOT NULL,
    -- Whether it is to be sent again.
    again   INTEGER NOT NULL,
    PRIMARY KEY (webhook, place)
) STRICT, WITHOUT ROWID;
