DROP TABLE dead_letters;
DROP TABLE webhooks;
