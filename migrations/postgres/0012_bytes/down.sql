CREATE FUNCTION pg_temp.told(b BYTEA) RETURNS TEXT LANGUAGE SQL IMMUTABLE AS $$
    SELECT CASE
        WHEN octet_length(b) IN (8, 16) THEN encode(b, 'hex')
        WHEN octet_length(b) = 32 THEN 'sha256:' || encode(b, 'hex')
        WHEN octet_length(b) > 0 AND get_byte(b, 0) = 0 THEN convert_from(substr(b, 2), 'UTF8')
        ELSE convert_from(b, 'UTF8') END
$$;

CREATE FUNCTION pg_temp.bare(p BIGINT, a BIGINT, k BIGINT, l BIGINT, r INTEGER) RETURNS TEXT LANGUAGE SQL STABLE AS $$
    SELECT '{"place":' || p || ',"at":' || a || ',"act":"verdict"' || coalesce(',"by":"' || (SELECT id FROM keys WHERE seq = k) || '"', '') ||
        ',"log":"' || pg_temp.told(logs.id) || '","raw":"' || pg_temp.told(digest) || '","rules":"' || rules || '@' || r || '","report":"'
    FROM logs JOIN classes ON classes.seq = class WHERE logs.seq = l
$$;
DROP INDEX entries_unrecorded;
ALTER TABLE entries ALTER COLUMN record TYPE TEXT COLLATE "C" USING
    coalesce(record, pg_temp.bare(place, at, key, log, revision) || 'sha256:' || encode(digest, 'hex') || '"}');
ALTER TABLE entries DROP COLUMN digest;
CREATE INDEX entries_unrecorded ON entries (tenant, place) WHERE record IS NULL;
DROP INDEX logs_id;
DROP INDEX logs_class;
ALTER TABLE logs ADD COLUMN system TEXT COLLATE "C", ADD COLUMN media_type TEXT COLLATE "C", ADD COLUMN import_name TEXT COLLATE "C",
    ADD COLUMN rules TEXT COLLATE "C", ADD COLUMN verdict TEXT COLLATE "C";
UPDATE logs SET system = c.system, media_type = c.media_type, import_name = nullif(c.import_name, ''), rules = c.rules, verdict = c.verdict
    FROM classes AS c WHERE c.seq = class;
ALTER TABLE logs DROP COLUMN class;
ALTER TABLE logs
    ALTER COLUMN system SET NOT NULL, ALTER COLUMN media_type SET NOT NULL, ALTER COLUMN rules SET NOT NULL, ALTER COLUMN verdict SET NOT NULL,
    ALTER COLUMN id TYPE TEXT COLLATE "C" USING pg_temp.told(id),
    ALTER COLUMN digest TYPE TEXT COLLATE "C" USING pg_temp.told(digest);
DROP TABLE classes;
CREATE UNIQUE INDEX logs_id ON logs (id, tenant);
CREATE INDEX logs_platform ON logs (tenant, platform, place);
CREATE INDEX logs_system ON logs (tenant, system, place);
CREATE INDEX logs_verdict ON logs (tenant, verdict, place);
CREATE INDEX logs_platform_system ON logs (tenant, platform, system, place);
CREATE INDEX logs_platform_verdict ON logs (tenant, platform, verdict, place);
CREATE INDEX logs_system_verdict ON logs (tenant, system, verdict, place);
CREATE INDEX logs_platform_system_verdict ON logs (tenant, platform, system, verdict, place);
ALTER TABLE tags ALTER COLUMN word TYPE TEXT COLLATE "C" USING pg_temp.told(word);
ALTER TABLE erased ALTER COLUMN id TYPE TEXT COLLATE "C" USING pg_temp.told(id);
DROP FUNCTION pg_temp.bare;
DROP FUNCTION pg_temp.told;
