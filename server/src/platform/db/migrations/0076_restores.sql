-- When this database was restored from a backup. Stations are then asked for what they sent after the backup was made.
create table restores (
  -- Random, because another restore of the same backup is another request.
  id uuid primary key,
  -- Everything that was committed before this time is in the backup.
  taken timestamptz not null,
  restored timestamptz not null,
  -- The version that made the backup.
  version text not null
);

-- Stations that have sent their events again.
create table restore_answers (
  restore_id uuid not null references restores,
  station_name text not null references stations,
  answered timestamptz not null,
  -- How many events it has sent again.
  events integer not null,
  -- Whether the station still had all events since the backup.
  is_complete boolean not null,
  primary key (restore_id, station_name)
);

alter table station_events drop constraint station_events_kind_check,
  add constraint station_events_kind_check check (kind in ('station_error', 'swap', 'door', 'pad', 'capture_done', 'resent'));
