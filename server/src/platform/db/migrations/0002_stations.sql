-- Stations, their current state, their history.

create table stations (
  name text primary key check (name ~ '^[a-z0-9-]{1,64}$'),
  serial_number text not null unique check (serial_number <> ''),
  description text not null default '' check (char_length(description) <= 50),
  station_type text not null check (station_type in ('atlas', 'universal', 'global')),
  org_id integer not null references organizations,
  location_deployment text not null default '',
  actual boolean not null default true,
  telemetry_enabled boolean not null default true,
  -- `sha256:{salt}:{hash}` of the secret the station connects with; null refuses the link.
  api_password_hash text,
  hexone_uri_base text check (hexone_uri_base ~ '^https?://'),
  version_api text not null default '',
  shipped date check (shipped >= date '2020-01-01'),
  created timestamptz not null default now(),
  retired timestamptz,
  -- The transaction that last changed anything shown in the station's row. Ordered with pg_snapshot_xmin() it lets a
  -- reader catch up without missing a transaction that began early and committed late.
  changed_xid xid8 not null default pg_current_xact_id()
);
-- Serves: the stations of an organization, and counting them.
create index stations_by_organization on stations (org_id, name);
-- Serves: catching up with changes.
create index stations_by_change on stations (changed_xid);

create table station_locations (
  id bigint generated always as identity primary key,
  station_name text not null references stations,
  purpose text not null check (purpose in ('rough_adjust', 'service')),
  lat double precision check (lat between -90 and 90),
  lng double precision check (lng between -180 and 180),
  street_address text,
  created timestamptz not null default now(),
  check ((lat is null) = (lng is null)),
  check (lat is not null or street_address is not null)
);
-- Serves: the newest location of a station.
create index station_locations_newest on station_locations (station_name, id desc);

-- One row a station: what it said last. Rewritten often, so it is kept apart from `stations` and leaves room for
-- updates in place.
create table station_states (
  station_name text primary key references stations,
  -- The station's own counters at the newest message taken in: an older pair never overwrites a newer one.
  boot bigint not null default 0,
  seq bigint not null default 0,
  -- A birth was accepted and no death of the same boot followed. The link is up only while messages keep coming too.
  linked boolean not null default false,
  last_active timestamptz,
  last_swapped timestamptz,
  last_online timestamptz,
  last_telemetry timestamptz,
  clock_skew_ms bigint,
  -- Total since commissioning, and the station's own counter it was last advanced from.
  swaps_performed bigint not null default 0 check (swaps_performed >= 0),
  swaps_reported bigint,
  -- The whole last snapshot. `json`, not `jsonb`: it is only ever read back as text.
  snapshot json,
  -- Cameras, streams and commands told at birth.
  capabilities json,
  -- Totals at the start of the rolling periods and at shipment; null when unknown.
  swaps_year bigint,
  swaps_months_3 bigint,
  swaps_months_1 bigint,
  swaps_week bigint,
  swaps_day bigint,
  swaps_shipment bigint,
  errors_shipment bigint,
  changed_xid xid8 not null default pg_current_xact_id(),
  -- The server that wrote last: it has shown its own change already and need not read it again.
  changed_by text
) with (fillfactor = 70);
-- Serves: catching up with changes.
create index station_states_by_change on station_states (changed_xid);

-- Change points in one-minute buckets: a row stands for the end of its minute and holds until the next row.
create table station_history (
  station_name text not null references stations,
  minute timestamptz not null check (date_trunc('minute', minute) = minute),
  swaps_performed bigint not null,
  -- Station errors logged since commissioning.
  error_count bigint not null,
  online boolean not null,
  door text not null check (door in ('open', 'closed', 'unknown')),
  pad text not null check (pad in ('occupied', 'empty', 'unknown')),
  -- Serves: a station's points in a range, and its totals at the start of a period.
  primary key (station_name, minute)
);
