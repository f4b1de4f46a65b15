-- What stations tell once and for all, and what could not be made sense of.

-- Whether the station's swaps are counted by its events; otherwise by the counter in its snapshots. Never by both.
alter table station_states add column swaps_by_events boolean not null default false;

-- False where a point was made by an event that does not speak of door or pad: it carries on what was told before.
alter table station_history
  add column door_told boolean not null default true,
  add column pad_told boolean not null default true;

create table station_events (
  id bigint generated always as identity primary key,
  station_name text not null references stations,
  -- The id the station gave the event; the same event received twice is one.
  event_id text not null,
  kind text not null check (kind in ('station_error', 'swap', 'door', 'pad', 'capture_done')),
  -- By the server's clock: as long before it was sent as the station's clock says, or when it was received.
  happened timestamptz not null,
  received timestamptz not null default now(),
  facts json not null,
  unique (station_name, event_id)
);
-- Serves: where the door or the pad came to be in a minute.
create index station_events_of_kind on station_events (station_name, kind, happened) where kind in ('door', 'pad');
-- Serve: the sweep of events that are not sent again any more.
create index station_events_by_age on station_events (received);
create index station_events_by_station on station_events (station_name, id);

create table quarantined_events (
  station_name text not null references stations,
  -- SHA-256 of the message without what changes when it is sent again: the same one many times is one row.
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  -- Null where none could be read. Without it the event cannot be acknowledged.
  event_id text,
  reason text not null,
  detail text not null,
  -- The beginning of the message, and how many bytes it had.
  payload text not null check (octet_length(payload) <= 32768),
  bytes integer not null,
  first_received timestamptz not null,
  last_received timestamptz not null,
  times bigint not null default 1,
  primary key (station_name, fingerprint)
);
-- Serves: the newest for an admin, and those of a station.
create index quarantined_events_newest on quarantined_events (last_received desc, station_name, fingerprint);
create index quarantined_events_of_station on quarantined_events (station_name, last_received desc, fingerprint);
