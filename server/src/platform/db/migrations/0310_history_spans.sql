-- Copies of history points by five minutes and by hours are stored for some weeks: in partitions of a week each, which are dropped as a whole.
-- Days stay in `station_history_rollups`, with the shorter spans that servers of 0.1.0 make for themselves: those servers know nothing of
-- the new tables, and delete rows by their places, which only one unpartitioned table can survive.

create table station_history_spans (
  station_name text not null,
  -- Length of the span: five minutes or an hour.
  span_s integer not null check (span_s in (300, 3600)),
  minute timestamptz not null,
  swaps_performed bigint not null,
  error_count bigint not null,
  online boolean not null,
  door text not null,
  pad text not null,
  -- Serves: a station's points in a range.
  primary key (station_name, span_s, minute) include (swaps_performed, error_count, online, door, pad)
) partition by range (span_s, minute);
-- What belongs to no week that has a partition, since a clock was wrong or no partition could be made.
create table station_history_spans_other partition of station_history_spans default;

-- As `history_rollup_levels` and `station_history_stale`, which servers of 0.1.0 use for theirs.
create table history_span_levels (
  span_s integer primary key check (span_s in (300, 3600, 86400)),
  begins timestamptz not null,
  until timestamptz not null,
  check (begins <= until)
);
create table station_history_changed (
  station_name text primary key references stations,
  since timestamptz not null,
  changed_xid xid8 not null
);
-- Serves: the marks to process next.
create index station_history_changed_by_time on station_history_changed (since, station_name);

-- Makes the partitions of the weeks of a range that lack one. Those whose rows have come already stay without. The lock is not waited for
-- long, since everybody would wait with it; without a partition, rows are stored all the same.
create function make_history_spans(span integer, begins timestamptz, ends timestamptz) returns void
language plpgsql security definer set timezone = 'UTC' set lock_timeout = '200ms' as $$
declare
  week timestamptz;
  part text;
begin
  for week in select generate_series(date_bin('7 days', begins, '2024-01-01'), ends, '168 hours') loop
    part := format('station_history_spans_%s_%s', span, to_char(week, 'YYYYMMDD'));
    continue when to_regclass(part) is not null or exists (
      select from station_history_spans_other where span_s = span and minute >= week and minute < week + interval '168 hours'
    );
    -- An index alone can be read only where vacuum has been.
    execute format('create table %I partition of station_history_spans for values from (%s, %L) to (%s, %L)
      with (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_scale_factor = 0.01)',
      part, span, week, span, week + interval '168 hours');
  end loop;
exception when lock_not_available or duplicate_table or unique_violation then
  null;
end $$;

-- Drops the partitions of the weeks that have ended before a time, and removes such rows that have none.
create function drop_history_spans(span integer, before timestamptz) returns void
language plpgsql security definer set timezone = 'UTC' set lock_timeout = '200ms' as $$
declare
  part regclass;
begin
  delete from station_history_spans_other where ctid = any(array(
    select ctid from station_history_spans_other where span_s = span and minute < before limit 20000
  ));
  for part in
    select inhrelid from pg_inherits join pg_class on oid = inhrelid
    where inhparent = 'station_history_spans'::regclass and relname ~ format('_%s_\d{8}$', span)
      and right(relname, 8)::timestamptz + interval '168 hours' <= before
  loop
    execute format('drop table %s', part);
  end loop;
exception when lock_not_available or undefined_table then
  null;
end $$;

-- Marks changes for both.
create or replace function mark_stale_history() returns trigger language plpgsql as $$
begin
  insert into station_history_changed as changed (station_name, since, changed_xid)
  select station_name, min(minute), pg_current_xact_id() from rows
  where minute < now() - interval '9 minutes'
  group by station_name order by station_name
  on conflict (station_name) do update
  set since = least(changed.since, excluded.since), changed_xid = excluded.changed_xid;
  insert into station_history_stale as stale (station_name, since, changed_xid)
  select station_name, min(minute), pg_current_xact_id() from rows
  where minute < now() - interval '9 minutes'
  group by station_name order by station_name
  on conflict (station_name) do update
  set since = least(stale.since, excluded.since), changed_xid = excluded.changed_xid;
  return null;
end $$;

-- The spans of days are complete as before, but for what is marked. Nobody changes history in between: who does so either has marked it already, or
-- will do so in both tables. A vacuum that runs gives way after a second.
do $$
begin
  execute format('alter function make_history_spans set search_path = %I, pg_catalog, pg_temp', current_schema());
  execute format('alter function drop_history_spans set search_path = %I, pg_catalog, pg_temp', current_schema());
  loop
    begin
      set local lock_timeout = '1500ms';
      lock table station_history in share row exclusive mode;
      exit;
    exception when lock_not_available then
      perform pg_sleep(0.2);
    end;
  end loop;
  set local lock_timeout = 0;
  insert into station_history_changed (station_name, since, changed_xid)
  select station_name, since, changed_xid from station_history_stale;
  insert into history_span_levels (span_s, begins, until)
  select span_s, begins, until from history_rollup_levels where span_s = 86400;
end $$;
