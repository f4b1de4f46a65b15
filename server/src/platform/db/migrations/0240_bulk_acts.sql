-- Acts on several stations at once, each seen by the person who began it alone.
create table bulk_acts (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  org_id integer not null references organizations on delete cascade,
  kind text not null check (kind in ('maintenance', 'entry', 'images', 'move', 'retire', 'restore')),
  created timestamptz not null,
  -- Whether the lights are on while images are taken; null for other acts.
  lights_on boolean,
  -- The request of the person, which the audit names for images that are taken later: id, address, program.
  request jsonb not null,
  undone timestamptz
);
-- Serves: a person's acts, newest first.
create index bulk_acts_by_user on bulk_acts (user_id, created desc, id desc);
-- Serves: removing old acts.
create index bulk_acts_by_time on bulk_acts (created);

create table bulk_act_stations (
  act_id integer not null references bulk_acts on delete cascade,
  station_name text not null references stations on delete cascade,
  state text not null check (state in ('failed', 'left_out', 'running', 'waiting', 'kept', 'undone', 'done', 'unchanged')),
  -- Why it is left out or unchanged, with the time that the reason names.
  reason jsonb,
  -- Why it failed.
  detail text,
  since timestamptz,
  images integer,
  -- What has to be as the act left it for the act to be undone, and what was before.
  undo jsonb,
  primary key (act_id, station_name)
);
-- Serves: deleting a station.
create index bulk_act_stations_by_station on bulk_act_stations (station_name);

create trigger notify_bulk_acts after insert or update on bulk_acts
  for each row execute function notify_organization_changes('bulk_acts', 'false');
