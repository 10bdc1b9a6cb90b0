-- The keys that sign checkpoints: those of this database, whatever the tenant.
CREATE TABLE signing_keys (
    -- The 32 bytes of the public key.
    public   BLOB    NOT NULL PRIMARY KEY,
    -- When it first signed; none where it was used before the table was there.
    from_at  INTEGER,
    -- Until when it signed; none while it does.
    until_at INTEGER
) STRICT, WITHOUT ROWID;

-- The checkpoints that were shown to witnesses.
CREATE TABLE offers (
    tenant     INTEGER NOT NULL REFERENCES tenants (seq),
    size       INTEGER NOT NULL,
    -- When they were shown last.
    offered_at INTEGER NOT NULL,
    PRIMARY KEY (tenant, size)
) STRICT, WITHOUT ROWID;

-- What each witness has of a tenant's tree, by the verifier key of the witness.
CREATE TABLE witnesses (
    tenant   INTEGER NOT NULL REFERENCES tenants (seq),
    witness  TEXT    NOT NULL,
    size     INTEGER NOT NULL,
    tried_at INTEGER NOT NULL,
    tries    INTEGER NOT NULL,
    due_at   INTEGER NOT NULL,
    -- Why the last try failed, and the size that the witness named then; none where it did not.
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
