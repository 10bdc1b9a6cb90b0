-- A step as a later version may bring it, for tests only. It makes a table anew that others refer to, fills a column from
-- stored rows, and adds a table whose rows no earlier schema has a place for.
CREATE TABLE classes_new (
    seq         INTEGER NOT NULL PRIMARY KEY,
    tenant      INTEGER NOT NULL REFERENCES tenants (seq),
    platform    TEXT    NOT NULL,
    system      TEXT    NOT NULL,
    rules       TEXT    NOT NULL,
    media_type  TEXT    NOT NULL,
    import_name TEXT    NOT NULL,
    verdict     TEXT    NOT NULL,
    logs        INTEGER NOT NULL,
    UNIQUE (tenant, platform, system, verdict, rules, media_type, import_name)
) STRICT;
INSERT INTO classes_new
    SELECT seq, tenant, platform, system, rules, media_type, import_name, verdict,
        (SELECT count(*) FROM logs WHERE logs.tenant = classes.tenant AND class = seq)
    FROM classes;
DROP TABLE classes;
ALTER TABLE classes_new RENAME TO classes;
CREATE UNIQUE INDEX classes_seq ON classes (tenant, seq);
CREATE INDEX classes_system ON classes (tenant, system, verdict);
CREATE INDEX classes_verdict ON classes (tenant, verdict);
CREATE TABLE bookmarks (
    tenant INTEGER NOT NULL,
    log    INTEGER NOT NULL,
    PRIMARY KEY (tenant, log),
    FOREIGN KEY (tenant, log) REFERENCES logs (tenant, place)
) STRICT, WITHOUT ROWID;
