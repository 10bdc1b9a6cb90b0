DROP TABLE cosignatures;
DROP TABLE witnesses;
DROP TABLE offers;
DROP TABLE signing_keys;
