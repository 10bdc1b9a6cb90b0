-- What a tenant has set for its own logs: adapters and house rules, each as the file that was put. A row is one version and never
-- changes, but for the time at which it was retired: a stored log is read again by the very versions that read it first.
CREATE TABLE settings (
    -- Never given twice, so that what is remembered of a version stays true.
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
CREATE UNIQUE INDEX settings_current ON settings (tenant, kind, name) WHERE retired_at IS NULL;

-- Which versions read a log.
CREATE TABLE log_settings (
    log     INTEGER NOT NULL REFERENCES logs (seq),
    setting INTEGER NOT NULL REFERENCES settings (seq),
    PRIMARY KEY (log, setting)
) STRICT, WITHOUT ROWID;
CREATE INDEX log_settings_setting ON log_settings (setting);

-- The setting that an entry is about, in words: its row may be gone.
ALTER TABLE entries ADD COLUMN what TEXT;
