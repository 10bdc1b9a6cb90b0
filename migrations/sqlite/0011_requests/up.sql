-- The client's key of the request that a job was asked for by.
ALTER TABLE jobs ADD COLUMN request TEXT;
CREATE UNIQUE INDEX jobs_request ON jobs (tenant, request) WHERE request IS NOT NULL;

-- The secret that was replaced, and until when messages are signed with it too.
ALTER TABLE webhooks ADD COLUMN old_secret BLOB;
ALTER TABLE webhooks ADD COLUMN old_until INTEGER;
