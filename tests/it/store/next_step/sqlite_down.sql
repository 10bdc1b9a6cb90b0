CREATE TABLE classes_old (
    seq         INTEGER NOT NULL PRIMARY KEY,
    tenant      INTEGER NOT NULL REFERENCES tenants (seq),
    platform    TEXT    NOT NULL,
    system      TEXT    NOT NULL,
    rules       TEXT    NOT NULL,
    media_type  TEXT    NOT NULL,
    import_name TEXT    NOT NULL,
    verdict     TEXT    NOT NULL,
    UNIQUE (tenant, platform, system, verdict, rules, media_type, import_name)
) STRICT;
INSERT INTO classes_old SELECT seq, tenant, platform, system, rules, media_type, import_name, verdict FROM classes;
DROP TABLE classes;
ALTER TABLE classes_old RENAME TO classes;
CREATE UNIQUE INDEX classes_seq ON classes (tenant, seq);
CREATE INDEX classes_system ON classes (tenant, system, verdict);
CREATE INDEX classes_verdict ON classes (tenant, verdict);
DROP TABLE bookmarks;
