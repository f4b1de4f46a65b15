-- What the support log and triage need beyond their tables.

-- Serves: the tag of a name. People type tags in any case, so no two may differ in that alone.
create unique index support_log_tags_by_name on support_log_tags (lower(name));
-- Serves: the aliases of a tag.
create index support_log_tags_by_canonical on support_log_tags (canonical_id) where canonical_id is not null;
-- An alias stands for a tag, never for itself, and alerts whom that tag alerts.
alter table support_log_tags add check (canonical_id is null or (canonical_id <> id and not alerting and alert_target is null));

-- A reply and an attached error belong to the station of their entry.
alter table support_log_entries add unique (id, station_name);
alter table support_log_entries
  drop constraint support_log_entries_parent_id_fkey,
  add foreign key (parent_id, station_name) references support_log_entries (id, station_name);
alter table station_errors
  drop constraint station_errors_supportlog_entry_id_fkey,
  add foreign key (supportlog_entry_id, station_name) references support_log_entries (id, station_name);

-- Serves: the support log of every station: open incidents, and everything else.
create index support_log_entries_open on support_log_entries (created desc, id desc)
  where parent_id is null
    and status in ('incident_needs_action', 'incident_pending_urgent', 'incident_pending', 'incident_deferred');
create index support_log_entries_newest on support_log_entries (created desc, id desc) where parent_id is null;
-- Serves: the support log of one station.
create index support_log_entries_of_station on support_log_entries (station_name, created desc, id desc)
  where parent_id is null;

drop index support_log_replies;
-- Serves: the replies to an entry, newest first.
create index support_log_replies on support_log_entries (parent_id, created desc, id desc) where parent_id is not null;

drop index station_errors_attached;
-- Serves: the errors attached to an entry, unresolved first.
create index station_errors_attached on station_errors (supportlog_entry_id, (time_handled is not null), time_logged desc, id desc)
  where supportlog_entry_id is not null;

-- Who is told of a new incident. A job of kind `alert` tells them and knows how that went.
create table support_log_alerts (
  id bigint generated always as identity primary key,
  entry_id bigint not null references support_log_entries,
  -- E-mail address or http(s) webhook, as the tag had it.
  target text not null,
  created timestamptz not null default now(),
  -- Serves: the alerts of an entry, and that each target is told once.
  unique (entry_id, target)
);
