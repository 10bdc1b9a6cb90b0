-- What referees decided of a log, each in the very bytes of its digest. Nothing here is ever changed or taken away: a later ruling
-- reverses an earlier one.
CREATE TABLE rulings (
    tenant BIGINT NOT NULL REFERENCES tenants (seq),
    -- The place of its entry.
    place  BIGINT NOT NULL,
    log    BIGINT NOT NULL REFERENCES logs (seq),
    -- Of this log, from 1.
    number INTEGER NOT NULL,
    -- What a request sent twice is known by.
    token  TEXT COLLATE "C" NOT NULL,
    digest TEXT COLLATE "C" NOT NULL,
    body   BYTEA NOT NULL,
    PRIMARY KEY (tenant, place)
);
CREATE UNIQUE INDEX rulings_log ON rulings (log, number);
CREATE UNIQUE INDEX rulings_token ON rulings (tenant, token);
