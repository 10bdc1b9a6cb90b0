ALTER TABLE webhooks DROP COLUMN old_until;
ALTER TABLE webhooks DROP COLUMN old_secret;
DROP INDEX jobs_request;
ALTER TABLE jobs DROP COLUMN request;
