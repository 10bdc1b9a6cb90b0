-- The client's key of a request that made a key or a webhook, or changed a webhook: the same request sent again does nothing.
CREATE TABLE requests (
    tenant  BIGINT NOT NULL REFERENCES tenants (seq),
    kind    INTEGER NOT NULL,
    key     TEXT COLLATE "C" NOT NULL,
    -- The digest of what was asked for: another request with this key is refused.
    digest  BYTEA NOT NULL,
    -- The id of the key or of the webhook.
    made    TEXT COLLATE "C" NOT NULL,
    made_at BIGINT NOT NULL,
    PRIMARY KEY (tenant, kind, key)
);
-- From a webhook that goes to its requests.
CREATE INDEX requests_made ON requests (tenant, made);

-- The networks from which a key may be used, separated by commas; none: from everywhere.
ALTER TABLE keys ADD COLUMN addresses TEXT COLLATE "C";

-- 1 if a failing message holds those after it; 0 if they go on.
ALTER TABLE webhooks ADD COLUMN ordered INTEGER NOT NULL DEFAULT 1;
ALTER TABLE webhooks ADD COLUMN per_minute INTEGER;
-- When the first of its late messages is due.
ALTER TABLE webhooks ADD COLUMN late_at BIGINT;

-- Messages that failed and wait for their next try while others go on.
CREATE TABLE late_messages (
    webhook BIGINT NOT NULL REFERENCES webhooks (seq),
    place   BIGINT NOT NULL,
    tries   INTEGER NOT NULL,
    due_at  BIGINT NOT NULL,
    said    TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (webhook, place)
);
CREATE INDEX late_messages_due ON late_messages (webhook, due_at);
