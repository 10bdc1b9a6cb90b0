DROP INDEX entries_made;
