-- The organization whose notifications are in a message, so that one does not hold up others; null in messages of earlier versions.
alter table messages add column org_id integer;
