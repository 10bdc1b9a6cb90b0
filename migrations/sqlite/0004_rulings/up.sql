-- What referees decided of a log, each in the very bytes of its digest. Nothing here is ever changed or taken away: a later ruling
-- reverses an earlier one.
CREATE TABLE rulings (
    tenant INTEGER NOT NULL REFERENCES tenants (seq),
    -- The place of its entry.
    place  INTEGER NOT NULL,
    log    INTEGER NOT NULL REFERENCES logs (seq),
    -- Of this log, from 1.
    number INTEGER NOT NULL,
    -- What a request sent twice is known by.
    token  TEXT    NOT NULL,
    digest TEXT    NOT NULL,
    body   BLOB    NOT NULL,
    PRIMARY KEY (tenant, place)
) STRICT;
CREATE UNIQUE INDEX rulings_log ON rulings (log, number);
CREATE UNIQUE INDEX rulings_token ON rulings (tenant, token);
