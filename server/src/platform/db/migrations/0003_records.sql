-- What people and stations write down about a station: errors, the support log, configurations, SSoT, replaceables.

create table support_log_tags (
  id integer generated always as identity primary key,
  name text not null unique check (name ~ '^[^\s,]+$'),
  alerting boolean not null default false,
  -- Set on an alias: the tag it stands for.
  canonical_id integer references support_log_tags,
  -- E-mail address or http(s) webhook told of new incidents with this tag.
  alert_target text,
  created timestamptz not null default now()
);

create table support_log_entries (
  id bigint generated always as identity primary key,
  station_name text not null references stations,
  parent_id bigint references support_log_entries,
  author text not null,
  status text not null check (
    status in (
      'note', 'record', 'incident_needs_action', 'incident_deferred', 'incident_pending', 'incident_pending_urgent',
      'incident_resolved'
    )
  ),
  content text not null check (content <> ''),
  public boolean not null default false,
  created timestamptz not null default now()
);
-- Serves: the log of a station, and its open incidents by status.
create index support_log_entries_by_station on support_log_entries (station_name, status, created);
-- Serves: the replies to an entry.
create index support_log_replies on support_log_entries (parent_id) where parent_id is not null;

create table support_log_entry_tags (
  entry_id bigint not null references support_log_entries,
  tag_id integer not null references support_log_tags,
  primary key (entry_id, tag_id)
);

create table station_errors (
  id bigint generated always as identity primary key,
  station_name text not null references stations,
  -- The id the station gave the event; the same event received twice is one error.
  event_id text,
  job_id text,
  job_type text,
  error_message text not null,
  -- The station's clock; null when it did not say.
  occurred timestamptz,
  time_logged timestamptz not null default now(),
  time_handled timestamptz,
  handled_by text,
  solution text,
  supportlog_entry_id bigint references support_log_entries,
  check ((time_handled is null) = (solution is null)),
  unique (station_name, event_id)
);
-- Serves: the error log of a station, newest first, and the errors of a range.
create index station_errors_by_time on station_errors (station_name, time_logged desc, id desc);
-- Serves: unresolved counts, the triage queue and its dialog.
create index station_errors_unresolved on station_errors (station_name, time_logged desc, id desc) where time_handled is null;
-- Serves: the errors attached to an entry.
create index station_errors_attached on station_errors (supportlog_entry_id, id) where supportlog_entry_id is not null;

create table station_configs (
  id bigint generated always as identity primary key,
  station_name text not null references stations,
  -- When this revision was first and last reported.
  created timestamptz not null,
  seen timestamptz not null,
  version_api text not null,
  version_firmware text not null,
  positions jsonb not null,
  offsets jsonb not null,
  unit_configs jsonb not null,
  streaming_turn jsonb,
  -- Serves: the revisions of a station, newest first.
  unique (station_name, created)
);

create table ssot_entries (
  station_name text not null references stations,
  -- Strictly increasing within a station, so that it can serve as the revision.
  created timestamptz not null,
  author text not null,
  entry jsonb not null,
  primary key (station_name, created)
);

create table replaceables_entries (
  station_name text not null references stations,
  created timestamptz not null,
  author text not null,
  entry jsonb not null,
  primary key (station_name, created)
);

-- Whatever shows in a station's row marks the station as changed in the same transaction.

create function mark_station() returns trigger language plpgsql as $$
begin
  new.changed_xid := pg_current_xact_id();
  return new;
end $$;
create trigger mark before update on stations for each row execute function mark_station();

-- Locks in name order, so that two batches never wait for each other.
create function mark_stations_of_rows() returns trigger language plpgsql as $$
begin
  perform 1 from stations where name in (select station_name from rows) order by name for no key update;
  update stations set changed_xid = pg_current_xact_id() where name in (select station_name from rows);
  return null;
end $$;

do $$
declare
  source text;
begin
  foreach source in array array[
    'station_locations', 'support_log_entries', 'station_errors', 'station_configs', 'ssot_entries', 'replaceables_entries'
  ] loop
    execute format(
      'create trigger mark_on_insert after insert on %I referencing new table as rows
         for each statement execute function mark_stations_of_rows()', source);
    execute format(
      'create trigger mark_on_update after update on %I referencing new table as rows
         for each statement execute function mark_stations_of_rows()', source);
  end loop;
end $$;

create function mark_stations_of_organization() returns trigger language plpgsql as $$
begin
  update stations set changed_xid = pg_current_xact_id() where org_id = new.id;
  return null;
end $$;
create trigger mark after update of name on organizations for each row execute function mark_stations_of_organization();
