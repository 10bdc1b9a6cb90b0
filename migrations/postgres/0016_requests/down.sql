-- What was still to be tried counts as given up, so that it can be sent again.
INSERT INTO dead_letters SELECT webhook, place, tries, due_at, said, 0 FROM late_messages
    ON CONFLICT (webhook, place) DO NOTHING;
DROP TABLE late_messages;
ALTER TABLE webhooks DROP COLUMN late_at;
ALTER TABLE webhooks DROP COLUMN per_minute;
ALTER TABLE webhooks DROP COLUMN ordered;
ALTER TABLE keys DROP COLUMN addresses;
DROP TABLE requests;
