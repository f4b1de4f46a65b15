-- The history of readiness. A change has what is true from then on; `state` is null for a retired station, and `cause` is the title of the first reason.
create table readiness_changes (
  station_name text not null references stations,
  at timestamptz not null,
  org_id integer not null references organizations,
  state text check (state in ('ready', 'limited', 'not_ready', 'unknown')),
  cause text,
  reasons jsonb not null,
  maintenance boolean not null,
  link boolean not null,
  -- Serves: the changes of a station in a range, and the last one before it.
  primary key (station_name, at)
);
-- Serves: removing old changes.
create index readiness_changes_old on readiness_changes (at);

-- When readiness was evaluated. A pause of more than 90 s begins another row.
create table readiness_evaluations (
  id integer generated always as identity primary key,
  began timestamptz not null,
  until timestamptz not null check (began <= until)
);
-- Serves: the newest row, and those of a range.
create index readiness_evaluations_until on readiness_evaluations (until);

-- First reasons by their titles, in sums of time.
create table readiness_causes (
  id integer generated always as identity primary key,
  state text not null check (state in ('limited', 'not_ready', 'unknown')),
  title text not null,
  unique (state, title)
);

-- The UTC days of stations that have ended, for good: seconds by state outside maintenance, and by cause.
create table readiness_days (
  station_name text not null references stations,
  day date not null,
  org_id integer not null references organizations,
  ready_s integer not null,
  limited_s integer not null,
  not_ready_s integer not null,
  unknown_s integer not null,
  maintenance_s integer not null,
  not_recorded_s integer not null,
  uncounted_s integer not null,
  link_s integer not null,
  outages integer not null,
  outage_s integer not null,
  longest_s integer not null,
  -- How long the station had been Not ready or Unknown by the end of the day, and whether the day began in an outage.
  open_s integer not null,
  continued boolean not null,
  -- Causes of time Not ready or Unknown, which reports of many stations add up, and of Limited time.
  lost_ids integer[] not null,
  lost_s integer[] not null,
  limited_ids integer[] not null,
  limited_cause_s integer[] not null,
  -- Serves: the days of a station.
  primary key (station_name, day, org_id)
);
-- Serves: a month of all stations, or of an organization's.
create index readiness_days_day on readiness_days (day, org_id);

-- The sums of all stations of an organization, once a day is complete. `continued` counts the stations whose day began in an outage.
create table readiness_day_sums (
  day date not null,
  org_id integer not null references organizations,
  ready_s bigint not null,
  limited_s bigint not null,
  not_ready_s bigint not null,
  unknown_s bigint not null,
  maintenance_s bigint not null,
  not_recorded_s bigint not null,
  uncounted_s bigint not null,
  link_s bigint not null,
  outages integer not null,
  outage_s bigint not null,
  longest_s integer not null,
  continued integer not null,
  -- Serves: the days of a report.
  primary key (day, org_id)
);

-- The days before `until` are in `readiness_days`.
create table readiness_rollup (only_one boolean primary key default true check (only_one), until date not null);
