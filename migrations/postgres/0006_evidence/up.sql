-- What is proven of an entry: the JSON that is hashed. Those that were written before are filled in when the database is opened.
ALTER TABLE entries ADD COLUMN record TEXT COLLATE "C";
-- None, but for a moment.
CREATE INDEX entries_unrecorded ON entries (tenant, place) WHERE record IS NULL;
-- The entries of a log.
CREATE INDEX entries_log ON entries (log, place) WHERE log IS NOT NULL;

-- Hashes of the Merkle tree over a tenant's records, one level in eight: one of level 1 stands for 256 records, one of level 2 for
-- 256 of those.
CREATE TABLE nodes (
    tenant BIGINT  NOT NULL REFERENCES tenants (seq),
    level  INTEGER NOT NULL,
    number BIGINT  NOT NULL,
    hash   BYTEA   NOT NULL,
    PRIMARY KEY (tenant, level, number)
);
