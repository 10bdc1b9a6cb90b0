-- The same step as on SQLite.
ALTER TABLE classes ADD COLUMN logs BIGINT;
UPDATE classes SET logs = (SELECT count(*) FROM logs WHERE logs.tenant = classes.tenant AND class = seq);
ALTER TABLE classes ALTER COLUMN logs SET NOT NULL;
CREATE TABLE bookmarks (
    tenant BIGINT NOT NULL,
    log    BIGINT NOT NULL,
    PRIMARY KEY (tenant, log),
    FOREIGN KEY (tenant, log) REFERENCES logs (tenant, place)
);
