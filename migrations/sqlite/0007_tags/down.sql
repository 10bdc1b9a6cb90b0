DROP INDEX logs_time;
DROP TABLE untagged;
DROP TABLE tallies;
DROP TABLE tags;
