-- The entries of rulings stay: the places of a journal have no gap.
DROP TABLE rulings;
