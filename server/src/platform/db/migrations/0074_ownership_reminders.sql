-- Whether the person who assigned it was notified that it was not acknowledged within an hour.
alter table ownerships add column reminded boolean not null default false;
-- Serves: what was not acknowledged within an hour.
create index ownerships_waiting on ownerships (assigned_at) where acknowledged_at is null and not reminded;
