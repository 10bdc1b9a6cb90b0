DROP INDEX idempotency_keys_log;
DROP TABLE erased_rulings;
DROP TABLE erased;
DROP TABLE job_parts;
DROP TABLE jobs;
