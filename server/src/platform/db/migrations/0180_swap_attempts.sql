-- Which attempts to swap a battery succeeded.

-- From when attempts are counted.
alter table installation add column swaps_counted_since timestamptz not null default now();

-- What shows attempts: swaps, errors of jobs that swap, and that the pad became empty. Kept for a week after it was stored, since late events decide
-- the attempts around them again.
create table swap_pieces (
  -- In the order in which those of a station were stored.
  id bigint generated always as identity primary key,
  station_name text not null references stations,
  -- The event's; unique in a station. Swaps that its counter shows have one by its version.
  event_id text not null,
  at timestamptz not null,
  kind text not null check (kind in ('swap', 'error', 'pad_empty')),
  job_id text,
  -- More than one where the counter of a station without swap events rose by more.
  swaps integer not null,
  error_id bigint,
  fingerprint_id integer,
  -- As in the newest snapshot when the piece was stored, as the organization and the maintenance at the time of the piece; '' if unknown.
  firmware text not null,
  org_id integer not null references organizations on delete cascade,
  station_type text not null,
  in_maintenance boolean not null,
  stored timestamptz not null default now()
);
-- Serves: the pieces around a time.
create index swap_pieces_by_time on swap_pieces (station_name, at, id);
-- Serves: the pieces that were stored since attempts were last decided.
create index swap_pieces_by_station on swap_pieces (station_name, id);

-- How far the attempts of each station are decided: with which pieces, and when. Attempts that are counted are those that follow from the pieces
-- up to `seen_id` at `seen_at`.
create table swap_progress (
  station_name text primary key references stations,
  seen_id bigint not null default 0,
  seen_at timestamptz not null default '1970-01-01T00:00:00Z',
  -- When the first attempt began that is not decided yet.
  open_from timestamptz,
  -- When attempts are to be decided again: after pieces were stored, or because time decides.
  due timestamptz
) with (fillfactor = 50);
-- Serves: the stations whose attempts are to be decided.
create index swap_progress_due on swap_progress (due) where due is not null;

-- Attempts that failed, or succeeded with errors. Others are only counted.
create table swap_attempts (
  station_name text not null references stations,
  -- The first error of the attempt, which retention may have removed.
  error_id bigint not null,
  -- When its first piece happened.
  at timestamptz not null,
  outcome text not null check (outcome in ('failed', 'with_errors')),
  job_id text,
  errors integer not null,
  -- That of the first error; its group may change.
  fingerprint_id integer,
  firmware text not null,
  org_id integer not null references organizations on delete cascade,
  station_type text not null,
  in_maintenance boolean not null,
  primary key (station_name, error_id)
);
-- Serves: the attempts of a station in a range, and their most frequent causes.
create index swap_attempts_of_station on swap_attempts (station_name, at desc);
-- Serves: the causes of failed attempts in a range.
create index swap_attempts_failed on swap_attempts (at, org_id) include (station_name, fingerprint_id, station_type, firmware)
  where outcome = 'failed' and not in_maintenance;

-- Attempts by the UTC day on which they began, and for a week also by hour. `maintenance` are those in maintenance, whatever their outcome.
create table swap_days (
  station_name text not null references stations,
  day date not null,
  firmware text not null,
  org_id integer not null references organizations on delete cascade,
  station_type text not null,
  succeeded integer not null,
  with_errors integer not null,
  failed integer not null,
  maintenance integer not null,
  primary key (station_name, day, firmware, org_id)
) with (fillfactor = 80);
-- Serves: the attempts of all stations, or of those of an organization, in a range.
create index swap_days_by_day on swap_days (day, org_id);
create table swap_hours (
  station_name text not null references stations,
  hour timestamptz not null,
  firmware text not null,
  org_id integer not null references organizations on delete cascade,
  station_type text not null,
  succeeded integer not null,
  with_errors integer not null,
  failed integer not null,
  maintenance integer not null,
  primary key (station_name, hour, firmware, org_id)
) with (fillfactor = 80);
-- Serves: the attempts of the last hours, and removing older ones.
create index swap_hours_by_hour on swap_hours (hour, org_id);

-- The attempts of all stations together, by UTC day and by hour. What is displayed of a period is read from here, but for its stations.
create table swap_totals (
  by_hour boolean not null,
  -- When the day or the hour begins.
  start timestamptz not null,
  org_id integer not null references organizations on delete cascade,
  station_type text not null,
  firmware text not null,
  succeeded integer not null,
  with_errors integer not null,
  failed integer not null,
  maintenance integer not null,
  -- Serves: the totals of a range.
  primary key (by_hour, start, org_id, station_type, firmware)
) with (fillfactor = 50);

-- Attempts that only succeeded are too many for notices.
create trigger notify_insert after insert on swap_attempts referencing new table as changed
  for each statement execute function notify_station_changes('swap_attempts', 'false');
create trigger notify_update after update on swap_attempts referencing new table as changed
  for each statement execute function notify_station_changes('swap_attempts', 'false');
create trigger notify_delete after delete on swap_attempts referencing old table as changed
  for each statement execute function notify_station_changes('swap_attempts', 'false');
