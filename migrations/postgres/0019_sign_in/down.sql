DROP INDEX keys_subject;
ALTER TABLE keys DROP COLUMN subject;
ALTER TABLE keys DROP COLUMN person;
