ALTER TABLE entries DROP COLUMN what;
DROP TABLE log_settings;
DROP TABLE settings;
