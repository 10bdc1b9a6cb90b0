DROP TABLE probe;
DROP TABLE idempotency_keys;
DROP TABLE entries;
DROP TABLE reports;
DROP TABLE logs;
DROP TABLE keys;
DROP TABLE tenants;
