DROP TABLE idempotency_keys;
DROP TABLE reports;
DROP TABLE logs;
