-- The entries about keys by their author: revoking a key looks up the keys that it made. Few entries have a subject, so the index stays small
-- and costs the entries of logs nothing.
CREATE INDEX entries_made ON entries (key) WHERE subject IS NOT NULL;
