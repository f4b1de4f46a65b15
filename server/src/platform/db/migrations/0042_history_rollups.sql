-- Charts of long ranges are read from points in coarser resolutions.

-- Whether a station error was logged in this minute.
alter table station_history add column has_error boolean not null default false;
update station_history p set has_error = true
from (
  select station_name, minute, error_count > lag(error_count) over (partition by station_name order by minute) as has_error
  from station_history
) counted
where counted.has_error and p.station_name = counted.station_name and p.minute = counted.minute;
-- Serves: the newest errors in a chart.
create index station_history_errors on station_history (station_name, minute)
  include (swaps_performed, error_count, online, door, pad) where has_error;

-- Copies of history points: of each span the last point in each state of door, pad and link. Spans begin at multiples of their length
-- since 1970. Without a foreign key, because each row copies one of `station_history`, which has it.
create table station_history_rollups (
  station_name text not null,
  -- Length of the span: five minutes, an hour or a day.
  span_s integer not null check (span_s in (300, 3600, 86400)),
  minute timestamptz not null,
  swaps_performed bigint not null,
  error_count bigint not null,
  online boolean not null,
  door text not null,
  pad text not null,
  -- Serves: a station's points in a range.
  primary key (station_name, span_s, minute) include (swaps_performed, error_count, online, door, pad)
);
-- An index alone can be read only where vacuum has been.
alter table station_history_rollups
  set (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_scale_factor = 0.01);

-- The spans of each length from `begins` to `until` are complete for all stations, except those in `station_history_stale`.
create table history_rollup_levels (
  span_s integer primary key check (span_s in (300, 3600, 86400)),
  begins timestamptz not null,
  until timestamptz not null,
  check (begins <= until)
);

-- Stations whose points changed after their minute's spans may have been rolled up. Their rollups are not valid from `since` on.
create table station_history_stale (
  station_name text primary key references stations,
  since timestamptz not null,
  -- The transaction that last changed points: the mark may be removed only if no other change came after it was read.
  changed_xid xid8 not null
);
-- Serves: the marks to process next.
create index station_history_stale_by_time on station_history_stale (since, station_name);

-- Spans are rolled up ten minutes after their end, so changes of the last nine minutes need no mark. They are noted in the order of names,
-- so that two batches never wait for each other.
create function mark_stale_history() returns trigger language plpgsql as $$
begin
  insert into station_history_stale as stale (station_name, since, changed_xid)
  select station_name, min(minute), pg_current_xact_id() from rows
  where minute < now() - interval '9 minutes'
  group by station_name order by station_name
  on conflict (station_name) do update
  set since = least(stale.since, excluded.since), changed_xid = excluded.changed_xid;
  return null;
end $$;
create trigger mark_on_insert after insert on station_history referencing new table as rows
  for each statement execute function mark_stale_history();
create trigger mark_on_update after update on station_history referencing new table as rows
  for each statement execute function mark_stale_history();
