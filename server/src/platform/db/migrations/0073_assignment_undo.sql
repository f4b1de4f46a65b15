-- Who had it before the latest assignment, to return it when that is undone: as it was then, with a null owner if nobody had it. Null when the latest
-- act was no assignment.
alter table ownerships add column previous jsonb;
