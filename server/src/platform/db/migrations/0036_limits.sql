-- Stations that send too much, errors that are kept long enough, and swap counts that differ.

-- Stations that send more events than their budgets allow for. Noted every ten seconds while it lasts.
create table limited_stations (
  station_name text primary key references stations,
  since timestamptz not null,
  last_limited timestamptz not null,
  -- Events received a minute when it was last noted.
  per_minute integer not null check (per_minute >= 0),
  limited_by text not null check (limited_by in ('events_per_minute', 'errors_per_day'))
);

-- Serves: removing resolved errors that are attached to no entry.
create index station_errors_removable on station_errors (time_handled, id)
  where time_handled is not null and supportlog_entry_id is null;

-- Where swaps are counted by events: what the total would be by the station's own counter, and since when both have differed at
-- every look. Null where swaps are counted by the counter.
alter table station_states
  add column swaps_by_counter bigint,
  add column swaps_differ_since timestamptz;
update station_states set swaps_by_counter = swaps_performed where swaps_by_events;
