-- What was evaluated last about the readiness of each station, so that another server, or the same one after a restart, continues from it.
create table station_readiness (
  station_name text primary key references stations,
  -- All but when it is due. Not `jsonb`, which orders keys: revisions of rows are hashes of their texts.
  evaluated json not null,
  -- The organization and the link of the last change that history was given.
  org_id integer not null references organizations,
  link boolean not null,
  changed_xid xid8 not null default pg_current_xact_id(),
  -- The server that evaluated it: it has it on its board already.
  changed_by text
) with (fillfactor = 70);
-- Serves: catching up with changes.
create index station_readiness_by_change on station_readiness (changed_xid);

-- A revision is never used again, not even after rules were removed and saved once more.
create sequence readiness_rule_revisions;

-- Rules of readiness that differ from the usual ones: for all stations of a type, for those of an organization, or for one station.
create table readiness_rules (
  id integer generated always as identity primary key,
  station_type text not null check (station_type in ('atlas', 'universal', 'global')),
  org_id integer references organizations,
  station_name text references stations,
  rules jsonb not null,
  rev bigint not null,
  changed timestamptz not null,
  changed_by text not null,
  changed_by_staff boolean not null,
  check (org_id is null or station_name is null),
  unique nulls not distinct (station_type, org_id, station_name)
);

-- Reasons of stations that people ignore until a time, unless their effect gets worse than this one.
create table readiness_ignored (
  station_name text not null references stations,
  code text not null,
  effect text not null check (effect in ('block', 'limit')),
  until timestamptz not null,
  why text not null,
  by_name text not null,
  by_staff boolean not null,
  created timestamptz not null,
  primary key (station_name, code)
);
-- Serves: removing those that have ended.
create index readiness_ignored_by_end on readiness_ignored (until);

-- Charges of batteries that stations of a type have seen: the minutes for each 5 % from empty to full, null where they were not seen from beginning to
-- end. The last 500 of each type are kept.
create table readiness_charges (
  id bigint generated always as identity primary key,
  station_type text not null,
  minutes real[] not null
);
-- Serves: the last charges of a type.
create index readiness_charges_by_type on readiness_charges (station_type, id desc);

-- Swaps that succeeded while a rule blocked their station, by UTC day.
create table readiness_despite (
  day date not null,
  station_name text not null references stations,
  -- The organization that had the station at the time.
  org_id integer not null references organizations on delete cascade,
  rule text not null,
  swaps bigint not null,
  -- Serves: those of the last days, and removing older ones.
  primary key (day, station_name, org_id, rule)
);

-- The topic `readiness`: with a station, for what people ignore there and the cameras that it uses; without one, for rules and effects of groups.

create trigger notify_insert after insert on readiness_ignored referencing new table as changed
  for each statement execute function notify_station_changes('readiness', 'false');
create trigger notify_update after update on readiness_ignored referencing new table as changed
  for each statement execute function notify_station_changes('readiness', 'false');
create trigger notify_delete after delete on readiness_ignored referencing old table as changed
  for each statement execute function notify_station_changes('readiness', 'false');
create trigger notify_readiness after insert or update or delete on readiness_rules
  for each statement execute function notify_any_change('readiness', 'false');

create function notify_capabilities() returns trigger language plpgsql as $$
begin
  perform notify_change('readiness', new.station_name, null, false);
  return null;
end $$;
create trigger notify_capabilities after update of capabilities on station_states for each row
  when (old.capabilities::text is distinct from new.capabilities::text) execute function notify_capabilities();

create trigger notify_readiness after update on error_groups for each row
  when (old.readiness_effect <> new.readiness_effect) execute function notify_any_change('readiness', 'true');

create function notify_moved_fingerprint() returns trigger language plpgsql as $$
begin
  if exists (select from error_groups where id in (old.group_id, new.group_id) and readiness_effect <> 'automatic') then
    perform notify_change('readiness', null, null, true);
  end if;
  return null;
end $$;
create trigger notify_readiness after update on error_fingerprints for each row
  when (old.group_id <> new.group_id) execute function notify_moved_fingerprint();

-- What one organization ignores, another one does not.
create function end_ignored_reasons() returns trigger language plpgsql as $$
begin
  delete from readiness_ignored where station_name = new.name;
  return null;
end $$;
create trigger end_ignored_reasons after update of org_id on stations for each row
  when (old.org_id <> new.org_id) execute function end_ignored_reasons();
