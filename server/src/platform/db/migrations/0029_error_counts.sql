-- Errors are counted in the transaction that stores, resolves or removes them, so that nothing has to count them again.

create table station_error_counts (
  station_name text primary key references stations,
  -- Ever logged, including those that retention has removed since.
  errors_total bigint not null check (errors_total >= 0),
  errors_unresolved bigint not null check (errors_unresolved >= 0),
  -- When the latest unresolved error happened; null when every error is resolved.
  error_latest timestamptz
) with (fillfactor = 50);

-- Errors by the UTC day on which they happened, including removed ones: how many there were before a shipment.
create table station_error_days (
  station_name text not null references stations,
  day date not null,
  errors bigint not null check (errors > 0),
  primary key (station_name, day)
);

-- Serves: the latest unresolved error of a station.
create index station_errors_latest on station_errors (station_name, (least(occurred, time_logged))) where time_handled is null;

insert into station_error_counts (station_name, errors_total, errors_unresolved, error_latest)
select station_name, count(*), count(*) filter (where time_handled is null),
  max(least(occurred, time_logged)) filter (where time_handled is null)
from station_errors group by station_name;

insert into station_error_days (station_name, day, errors)
select station_name, (least(occurred, time_logged) at time zone 'utc')::date, count(*)
from station_errors group by 1, 2;

create function count_inserted_errors() returns trigger language plpgsql as $$
begin
  insert into station_error_counts as c (station_name, errors_total, errors_unresolved, error_latest)
  select station_name, count(*), count(*) filter (where time_handled is null),
    max(least(occurred, time_logged)) filter (where time_handled is null)
  from rows group by station_name order by station_name
  on conflict (station_name) do update
  set errors_total = c.errors_total + excluded.errors_total,
    errors_unresolved = c.errors_unresolved + excluded.errors_unresolved,
    error_latest = greatest(c.error_latest, excluded.error_latest);
  insert into station_error_days as d (station_name, day, errors)
  select station_name, (least(occurred, time_logged) at time zone 'utc')::date, count(*)
  from rows group by 1, 2 order by 1, 2
  on conflict (station_name, day) do update set errors = d.errors + excluded.errors;
  return null;
end $$;

-- Changes the number of unresolved errors of a station, and looks up the latest one that is left.
create function count_unresolved_errors(station text, change bigint) returns void language sql as $$
  update station_error_counts
  set errors_unresolved = errors_unresolved + change,
    error_latest = (
      select max(least(occurred, time_logged)) from station_errors where station_name = station and time_handled is null
    )
  where station_name = station
$$;

create function count_updated_errors() returns trigger language plpgsql as $$
begin
  perform count_unresolved_errors(station_name, sum(unresolved)) from (
    select station_name, (time_handled is null)::integer as unresolved from new_rows
    union all
    select station_name, -(time_handled is null)::integer from old_rows
  ) changed group by station_name having sum(unresolved) <> 0;
  return null;
end $$;

create function count_deleted_errors() returns trigger language plpgsql as $$
begin
  perform count_unresolved_errors(station_name, -count(*)) from rows where time_handled is null group by station_name;
  return null;
end $$;

-- Triggers fire in the order of their names: `mark_…` locks the stations by name before anything is counted.
create trigger tally_on_insert after insert on station_errors referencing new table as rows
  for each statement execute function count_inserted_errors();
create trigger tally_on_update after update on station_errors referencing old table as old_rows new table as new_rows
  for each statement execute function count_updated_errors();
create trigger mark_on_delete after delete on station_errors referencing old table as rows
  for each statement execute function mark_stations_of_rows();
create trigger tally_on_delete after delete on station_errors referencing old table as rows
  for each statement execute function count_deleted_errors();
