-- The tenant stands in every key and in every reference, so that a row names only rows of its own tenant. A log is known by its place, which is
-- never given twice. The other numbers stay as they are, each in a key with its tenant. Tables are changed as they are, and so stay whose
-- they are.
-- Rows that cross tenants would change hands: each kind is counted, and the name of the constraint tells which.
CREATE TEMP TABLE astray (
    kind_1 BIGINT NOT NULL CONSTRAINT logs_correct_a_log_of_another_tenant CHECK (kind_1 = 0),
    kind_2 BIGINT NOT NULL CONSTRAINT logs_name_a_class_of_another_tenant CHECK (kind_2 = 0),
    kind_3 BIGINT NOT NULL CONSTRAINT entries_name_a_log_of_another_tenant CHECK (kind_3 = 0),
    kind_4 BIGINT NOT NULL CONSTRAINT entries_are_about_a_key_of_another_tenant CHECK (kind_4 = 0),
    kind_5 BIGINT NOT NULL CONSTRAINT rulings_name_a_log_of_another_tenant CHECK (kind_5 = 0),
    kind_6 BIGINT NOT NULL CONSTRAINT idempotency_keys_name_a_log_of_another_tenant CHECK (kind_6 = 0),
    kind_7 BIGINT NOT NULL CONSTRAINT log_settings_name_a_setting_of_another_tenant CHECK (kind_7 = 0),
    kind_8 BIGINT NOT NULL CONSTRAINT jobs_name_a_key_of_another_tenant CHECK (kind_8 = 0)
);
INSERT INTO astray SELECT
    (SELECT count(*) FROM logs AS l JOIN logs AS c ON c.seq = l.corrects WHERE c.tenant <> l.tenant),
    (SELECT count(*) FROM logs AS l JOIN classes AS c ON c.seq = l.class WHERE c.tenant <> l.tenant),
    (SELECT count(*) FROM entries AS e JOIN logs AS l ON l.seq = e.log WHERE l.tenant <> e.tenant),
    (SELECT count(*) FROM entries AS e JOIN keys AS k ON k.seq = e.subject WHERE k.tenant <> e.tenant),
    (SELECT count(*) FROM rulings AS r JOIN logs AS l ON l.seq = r.log WHERE l.tenant <> r.tenant),
    (SELECT count(*) FROM idempotency_keys AS u JOIN logs AS l ON l.seq = u.log WHERE l.tenant <> u.tenant),
    (SELECT count(*) FROM log_settings AS b JOIN logs AS l ON l.seq = b.log JOIN settings AS s ON s.seq = b.setting
        WHERE s.tenant <> l.tenant),
    (SELECT count(*) FROM jobs AS j JOIN keys AS k ON k.seq = j.key WHERE k.tenant <> j.tenant);
DROP TABLE astray;

ALTER TABLE reports DROP CONSTRAINT reports_log_fkey, DROP CONSTRAINT reports_pkey;
ALTER TABLE entries DROP CONSTRAINT entries_key_fkey, DROP CONSTRAINT entries_log_fkey, DROP CONSTRAINT entries_subject_fkey;
ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_tenant_fkey, DROP CONSTRAINT idempotency_keys_log_fkey;
ALTER TABLE rulings DROP CONSTRAINT rulings_tenant_fkey, DROP CONSTRAINT rulings_log_fkey;
ALTER TABLE log_settings
    DROP CONSTRAINT log_settings_log_fkey, DROP CONSTRAINT log_settings_setting_fkey, DROP CONSTRAINT log_settings_pkey;
ALTER TABLE untagged DROP CONSTRAINT untagged_log_fkey, DROP CONSTRAINT untagged_pkey;
ALTER TABLE job_parts DROP CONSTRAINT job_parts_job_fkey, DROP CONSTRAINT job_parts_pkey;
ALTER TABLE dead_letters DROP CONSTRAINT dead_letters_webhook_fkey, DROP CONSTRAINT dead_letters_pkey;
ALTER TABLE late_messages DROP CONSTRAINT late_messages_webhook_fkey, DROP CONSTRAINT late_messages_pkey;
ALTER TABLE logs
    DROP CONSTRAINT logs_tenant_fkey, DROP CONSTRAINT logs_class_fkey, DROP CONSTRAINT logs_corrects_fkey;
ALTER TABLE jobs DROP CONSTRAINT jobs_key_fkey, DROP CONSTRAINT jobs_pkey, DROP CONSTRAINT jobs_id_key;
ALTER TABLE webhooks DROP CONSTRAINT webhooks_pkey, DROP CONSTRAINT webhooks_id_key;
ALTER TABLE keys DROP CONSTRAINT keys_pkey;
ALTER TABLE classes DROP CONSTRAINT classes_pkey;
ALTER TABLE settings DROP CONSTRAINT settings_pkey;
DROP INDEX entries_key, entries_log, entries_made, idempotency_keys_log, rulings_log, log_settings_setting, logs_corrects, jobs_tenant,
    webhooks_tenant, keys_tenant, late_messages_due;

ALTER TABLE keys ADD PRIMARY KEY (tenant, seq);
ALTER TABLE classes ADD PRIMARY KEY (tenant, seq);
ALTER TABLE settings ADD PRIMARY KEY (tenant, seq);
ALTER TABLE jobs ADD PRIMARY KEY (tenant, seq), ADD UNIQUE (tenant, id);
ALTER TABLE webhooks ADD PRIMARY KEY (tenant, seq), ADD UNIQUE (tenant, id);

-- Tables that refer to logs, written anew in one pass each: an update would leave every old row behind.
CREATE FUNCTION pg_temp.tenant_of(l BIGINT) RETURNS BIGINT LANGUAGE SQL STABLE STRICT AS $$ SELECT tenant FROM logs WHERE seq = l $$;
CREATE FUNCTION pg_temp.place_of(l BIGINT) RETURNS BIGINT LANGUAGE SQL STABLE STRICT AS $$ SELECT place FROM logs WHERE seq = l $$;
ALTER TABLE reports ADD COLUMN tenant BIGINT;
ALTER TABLE reports
    ALTER COLUMN tenant TYPE BIGINT USING pg_temp.tenant_of(log),
    ALTER COLUMN tenant SET NOT NULL,
    ALTER COLUMN log TYPE BIGINT USING pg_temp.place_of(log);
ALTER TABLE reports ADD PRIMARY KEY (tenant, log, revision);

-- In place of `key`, the key of another tenant that acted: an operator's.
ALTER TABLE entries ADD COLUMN actor_tenant BIGINT, ADD COLUMN actor BIGINT;
UPDATE entries SET actor_tenant = k.tenant, actor = k.seq, key = NULL FROM keys AS k WHERE k.seq = entries.key AND k.tenant <> entries.tenant;
ALTER TABLE entries ALTER COLUMN log TYPE BIGINT USING pg_temp.place_of(log);
-- The entries of a key. Entries without a key are left out.
CREATE INDEX entries_key ON entries (tenant, key, place) WHERE key IS NOT NULL;
-- The entries of a log.
CREATE INDEX entries_log ON entries (tenant, log, place) WHERE log IS NOT NULL;
-- The entries about keys by their author, of the same tenant or of another.
CREATE INDEX entries_made ON entries (tenant, key) WHERE subject IS NOT NULL;
CREATE INDEX entries_actor ON entries (actor_tenant, actor) WHERE actor IS NOT NULL;

ALTER TABLE idempotency_keys ALTER COLUMN log TYPE BIGINT USING pg_temp.place_of(log);
CREATE INDEX idempotency_keys_log ON idempotency_keys (tenant, log);
ALTER TABLE rulings ALTER COLUMN log TYPE BIGINT USING pg_temp.place_of(log);
CREATE UNIQUE INDEX rulings_log ON rulings (tenant, log, number);
ALTER TABLE log_settings ADD COLUMN tenant BIGINT;
ALTER TABLE log_settings
    ALTER COLUMN tenant TYPE BIGINT USING pg_temp.tenant_of(log),
    ALTER COLUMN tenant SET NOT NULL,
    ALTER COLUMN log TYPE BIGINT USING pg_temp.place_of(log);
ALTER TABLE log_settings ADD PRIMARY KEY (tenant, log, setting);
CREATE INDEX log_settings_setting ON log_settings (tenant, setting);
ALTER TABLE untagged ADD COLUMN tenant BIGINT;
ALTER TABLE untagged
    ALTER COLUMN tenant TYPE BIGINT USING pg_temp.tenant_of(log),
    ALTER COLUMN tenant SET NOT NULL,
    ALTER COLUMN log TYPE BIGINT USING pg_temp.place_of(log);
ALTER TABLE untagged ADD PRIMARY KEY (tenant, log);

-- Few logs correct another.
UPDATE logs SET corrects = c.place FROM logs AS c WHERE c.seq = logs.corrects;
ALTER TABLE logs DROP COLUMN seq;
ALTER TABLE logs ADD CONSTRAINT logs_place PRIMARY KEY USING INDEX logs_place;
-- Most logs correct none.
CREATE UNIQUE INDEX logs_corrects ON logs (tenant, corrects) WHERE corrects IS NOT NULL;
DROP FUNCTION pg_temp.tenant_of;
DROP FUNCTION pg_temp.place_of;

-- Few and large: their bytes stay where they are.
ALTER TABLE job_parts ADD COLUMN tenant BIGINT;
UPDATE job_parts SET tenant = j.tenant FROM jobs AS j WHERE j.seq = job;
ALTER TABLE job_parts ALTER COLUMN tenant SET NOT NULL, ADD PRIMARY KEY (tenant, job, number);
ALTER TABLE dead_letters ADD COLUMN tenant BIGINT;
UPDATE dead_letters SET tenant = w.tenant FROM webhooks AS w WHERE w.seq = webhook;
ALTER TABLE dead_letters ALTER COLUMN tenant SET NOT NULL, ADD PRIMARY KEY (tenant, webhook, place);
ALTER TABLE late_messages ADD COLUMN tenant BIGINT;
UPDATE late_messages SET tenant = w.tenant FROM webhooks AS w WHERE w.seq = webhook;
ALTER TABLE late_messages ALTER COLUMN tenant SET NOT NULL, ADD PRIMARY KEY (tenant, webhook, place);
CREATE INDEX late_messages_due ON late_messages (tenant, webhook, due_at);

-- A class has a tenant, so its log needs no reference of its own to that.
ALTER TABLE logs
    ADD FOREIGN KEY (tenant, class) REFERENCES classes (tenant, seq),
    ADD FOREIGN KEY (tenant, corrects) REFERENCES logs (tenant, place);
ALTER TABLE reports ADD FOREIGN KEY (tenant, log) REFERENCES logs (tenant, place);
ALTER TABLE entries
    ADD FOREIGN KEY (tenant, key) REFERENCES keys (tenant, seq),
    ADD FOREIGN KEY (actor_tenant, actor) REFERENCES keys (tenant, seq),
    ADD FOREIGN KEY (tenant, log) REFERENCES logs (tenant, place),
    ADD FOREIGN KEY (tenant, subject) REFERENCES keys (tenant, seq);
ALTER TABLE idempotency_keys ADD FOREIGN KEY (tenant, log) REFERENCES logs (tenant, place);
ALTER TABLE rulings ADD FOREIGN KEY (tenant, log) REFERENCES logs (tenant, place);
ALTER TABLE log_settings
    ADD FOREIGN KEY (tenant, log) REFERENCES logs (tenant, place),
    ADD FOREIGN KEY (tenant, setting) REFERENCES settings (tenant, seq);
ALTER TABLE untagged ADD FOREIGN KEY (tenant, log) REFERENCES logs (tenant, place);
ALTER TABLE jobs ADD FOREIGN KEY (tenant, key) REFERENCES keys (tenant, seq);
ALTER TABLE job_parts ADD FOREIGN KEY (tenant, job) REFERENCES jobs (tenant, seq);
ALTER TABLE dead_letters ADD FOREIGN KEY (tenant, webhook) REFERENCES webhooks (tenant, seq);
ALTER TABLE late_messages ADD FOREIGN KEY (tenant, webhook) REFERENCES webhooks (tenant, seq);
