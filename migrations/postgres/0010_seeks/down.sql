DROP INDEX logs_first_of_game;
CREATE UNIQUE INDEX logs_first_of_game ON logs (tenant, platform, game) WHERE corrects IS NULL;
DROP INDEX logs_corrects;
ALTER TABLE logs ADD CONSTRAINT logs_corrects_key UNIQUE (corrects);
ALTER TABLE logs ADD CONSTRAINT logs_tenant_id_key UNIQUE (tenant, id);
DROP INDEX logs_id;
