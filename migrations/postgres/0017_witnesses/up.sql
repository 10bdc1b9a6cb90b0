-- The keys that sign checkpoints: those of this database, whatever the tenant.
CREATE TABLE signing_keys (
    -- The 32 bytes of the public key.
    public   BYTEA   NOT NULL PRIMARY KEY,
    -- When it first signed; none where it was used before the table was there.
    from_at  BIGINT,
    -- Until when it signed; none while it does.
    until_at BIGINT
);

-- The checkpoints that were shown to witnesses.
CREATE TABLE offers (
    tenant     BIGINT NOT NULL REFERENCES tenants (seq),
    size       BIGINT NOT NULL,
    -- When they were shown last.
    offered_at BIGINT NOT NULL,
    PRIMARY KEY (tenant, size)
);

-- What each witness has of a tenant's tree, by the verifier key of the witness.
CREATE TABLE witnesses (
    tenant   BIGINT NOT NULL REFERENCES tenants (seq),
    witness  TEXT COLLATE "C" NOT NULL,
    size     BIGINT NOT NULL,
    tried_at BIGINT NOT NULL,
    tries    INTEGER NOT NULL,
    due_at   BIGINT NOT NULL,
    -- Why the last try failed, and the size that the witness named then; none where it did not.
    said     TEXT COLLATE "C",
    held     BIGINT,
    PRIMARY KEY (tenant, witness)
);

-- The signature lines of witnesses.
CREATE TABLE cosignatures (
    tenant  BIGINT NOT NULL REFERENCES tenants (seq),
    size    BIGINT NOT NULL,
    witness TEXT COLLATE "C" NOT NULL,
    -- Seconds since 1970, as the witness signed it.
    at      BIGINT NOT NULL,
    line    TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (tenant, size, witness)
);
