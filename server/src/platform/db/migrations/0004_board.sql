-- What keeps the servers' boards in step with the database and with each other.

-- Grows with every change of a state. A writer names the version it decided from and fails if another server was
-- quicker; a reader that gets an answer late sees that it knows better already.
alter table station_states add column version bigint not null default 0;

-- Wakes the boards. One notification a transaction, however many stations it changed. States are left out: they change
-- all the time, and notifications are sent one transaction after the other.
create function tell_stations() returns trigger language plpgsql as $$
begin
  perform pg_notify('stations', '');
  return null;
end $$;
create trigger tell after insert or update on stations for each statement execute function tell_stations();
