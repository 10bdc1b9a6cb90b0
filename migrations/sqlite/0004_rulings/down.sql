DELETE FROM entries WHERE act = 4;
DROP TABLE rulings;
