DROP TABLE nodes;
DROP INDEX entries_log;
DROP INDEX entries_unrecorded;
ALTER TABLE entries DROP COLUMN record;
