ALTER TABLE classes DROP COLUMN logs;
DROP TABLE bookmarks;
