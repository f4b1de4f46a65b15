-- Times in which stations are worked on: they cause no alerts, and their errors are not counted in triage.
create table maintenance_windows (
  id integer generated always as identity primary key,
  station_name text not null references stations,
  why text not null,
  -- Who started or planned it; the name stays when the account is removed.
  by_id integer references users on delete set null,
  by_name text not null,
  -- Whether that was a member of the provider, whose name customers do not see.
  by_staff boolean not null,
  starts timestamptz not null,
  ends timestamptz not null,
  -- When it ended; null until then. Equal to the start for a plan that was canceled.
  ended_at timestamptz,
  -- Null when it ended by itself.
  ended_by text,
  ended_by_staff boolean not null default false,
  rev integer not null default 1,
  check (ends > starts and ends <= starts + interval '14 days')
);
-- Serves: the maintenance of a station, and whether two overlap.
create index maintenance_windows_by_station on maintenance_windows (station_name, starts);
-- Serves: what begins or ends next.
create index maintenance_windows_running on maintenance_windows (starts, ends) where ended_at is null;
-- Serves: removing an account.
create index maintenance_windows_by_author on maintenance_windows (by_id);

-- The maintenance that the station is in.
alter table stations add column maintenance_id integer references maintenance_windows;

create or replace function mark_triaged() returns trigger language plpgsql as $$
begin
  new.is_triaged := new.actual and new.retired is null and new.maintenance_id is null and not exists (
    select from organizations where id = new.org_id and is_internal);
  return new;
end $$;
drop trigger mark_triaged on stations;
create trigger mark_triaged before insert or update of actual, retired, org_id, maintenance_id, is_triaged on stations
  for each row execute function mark_triaged();

create trigger notify_insert after insert on maintenance_windows referencing new table as changed
  for each statement execute function notify_station_changes('maintenance', 'false');
create trigger notify_update after update on maintenance_windows referencing new table as changed
  for each statement execute function notify_station_changes('maintenance', 'false');
