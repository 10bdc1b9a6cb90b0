-- The person who signed in, for a key that lasts as long as the session; none for every other key.
ALTER TABLE keys ADD COLUMN person TEXT;
-- The person as the provider identifies them: the issuer, #, and the subject.
ALTER TABLE keys ADD COLUMN subject TEXT;
-- A sign-in looks for the sessions that the person has already.
CREATE INDEX keys_subject ON keys (tenant, subject) WHERE subject IS NOT NULL;
