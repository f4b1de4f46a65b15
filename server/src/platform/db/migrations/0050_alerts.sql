-- Rules that say when people are notified, and the alerts that they make.

create table alert_rules (
  id integer generated always as identity primary key,
  org_id integer not null references organizations on delete cascade,
  name text not null,
  kind text not null,
  -- The condition, the stations that are watched, the quiet period and the escalation, as in the API.
  condition jsonb not null,
  severity text not null check (severity in ('urgent', 'warning')),
  scope jsonb not null,
  auto_join boolean not null,
  -- Without `auto_join`, the stations that were in the scope when the rule was saved.
  members text[],
  channels integer[] not null,
  group_by text not null check (group_by in ('alert', 'site', 'organization', 'hour')),
  repeat_minutes integer,
  quiet jsonb,
  tells_recovery boolean not null,
  steps jsonb not null,
  enabled boolean not null,
  off_since timestamptz,
  off_by text,
  off_reason text,
  created timestamptz not null default now(),
  edited timestamptz not null default now(),
  edited_by text not null,
  rev integer not null default 1,
  check (enabled = (off_since is null)),
  check (auto_join = (members is null))
);
-- Serves: the rules of an organization.
create index alert_rules_by_organization on alert_rules (org_id, name, id);

create trigger notify_alert_rules after insert or delete or update on alert_rules
  for each row execute function notify_organization_changes('alert_rules', 'false');

-- What rules have found and not yet reported: conditions that hold, but not for long enough. `due_at` is when they have.
create table alert_conditions (
  rule_id integer not null references alert_rules on delete cascade,
  subject text not null,
  since timestamptz not null,
  due_at timestamptz not null,
  primary key (rule_id, subject)
);
-- Serves: the conditions that are due.
create index alert_conditions_due on alert_conditions (due_at);

-- What needs a person: one row for each time that something of a kind was wrong with a subject.
create table alerts (
  id integer generated always as identity primary key,
  kind text not null,
  -- `station:` and a name, `site:` and the first name of its stations, `group:`, `incident:` and a number, or `server:`.
  subject text not null,
  -- Null for what is not one station.
  station_name text references stations on delete cascade,
  -- Null for what only staff see.
  org_id integer references organizations on delete cascade,
  site text,
  severity text not null check (severity in ('urgent', 'warning')),
  title text not null,
  detail text not null,
  why text,
  -- Grows when it gets worse: stations, cameras, slots.
  level integer not null default 1,
  stations integer not null default 1,
  since timestamptz not null,
  fired_at timestamptz not null default now(),
  ended_at timestamptz,
  end_reason text,
  -- The alert that causes this one.
  parent_id integer references alerts on delete set null,
  -- Since when it has had no parent any more; nobody is notified for some minutes after that.
  orphaned_at timestamptz,
  -- The station is in maintenance, or was until `orphaned_at`.
  in_maintenance boolean not null default false,
  -- Starts and ends within the last hour, of this alert and those before it of the same kind and subject.
  changes timestamptz[] not null default '{}',
  flapping boolean not null default false,
  -- Of a flapping one: since when its condition has not held.
  calm_since timestamptz,
  -- When something is next to be decided: notified again, escalated, or ended.
  due_at timestamptz,
  rev integer not null default 1,
  check ((ended_at is null) = (end_reason is null))
);
-- One alert for a kind and subject, however many rules match. Serves: what is wrong with a subject.
create unique index alerts_open on alerts (subject, kind) where ended_at is null;
-- Serves: the list of Attention, and what is to be decided.
create index alerts_active on alerts (severity, since, id) where ended_at is null;
create index alerts_due on alerts (due_at) where ended_at is null and due_at is not null;
-- Serves: those that ended, latest first, and their removal.
create index alerts_ended on alerts (ended_at desc, id desc) where ended_at is not null;
create index alerts_ended_of_organization on alerts (org_id, ended_at desc, id desc) where ended_at is not null;
-- Serves: the alerts that another one causes, and those of a station or subject.
create index alerts_by_parent on alerts (parent_id) where parent_id is not null;
create index alerts_by_station on alerts (station_name, fired_at desc) where station_name is not null;
create index alerts_by_subject on alerts (subject, kind, ended_at desc);

-- Rules that match an alert; 0 is what makes alerts without a rule, and notifies nobody. `announced_at` is when those to be notified by the rule
-- were; null while that is held back.
create table alert_matches (
  alert_id integer not null references alerts on delete cascade,
  rule_id integer not null,
  since timestamptz not null,
  -- When the condition no longer held. The alert ends with the last of its matches.
  ended_at timestamptz,
  announced_at timestamptz,
  repeated_at timestamptz,
  -- Steps of the escalation that were taken.
  steps integer not null default 0,
  -- Why nobody was notified, as recorded last.
  held text,
  primary key (alert_id, rule_id)
);
-- Serves: what a rule has found.
create index alert_matches_by_rule on alert_matches (rule_id, since desc);

-- Who does not want to be reminded of an alert: `side` 0 is the support, others are organizations.
create table alert_mutes (
  alert_id integer not null references alerts on delete cascade,
  side integer not null,
  until timestamptz not null,
  by_name text not null,
  why text not null,
  -- It ends when the alert gets worse than this.
  level integer not null,
  severity text not null,
  primary key (alert_id, side)
);
-- Serves: mutes that end.
create index alert_mutes_by_end on alert_mutes (until);

create table alert_history (
  id bigint generated always as identity primary key,
  alert_id integer not null references alerts on delete cascade,
  at timestamptz not null,
  what text not null,
  -- The side that did it; null for what both may read.
  side integer
);
-- Serves: the history of an alert.
create index alert_history_by_alert on alert_history (alert_id, id);

-- Notices name the station, and no organization where only staff see the alert.
create function notify_alert() returns trigger language plpgsql as $$
declare
  changed alerts := case when tg_op = 'DELETE' then old else new end;
begin
  perform notify_change('alerts', null, changed.org_id, changed.org_id is null);
  return null;
end $$;
create trigger notify_alerts after insert or delete or update of severity, title, detail, level, ended_at, parent_id, flapping, rev on alerts
  for each row execute function notify_alert();

-- Each side has its own owner of an alert: the subject is its number, for an organization followed by `-` and the organization.
alter table ownerships drop constraint ownerships_kind_check;
alter table ownerships add constraint ownerships_kind_check check (kind in ('group', 'station', 'incident', 'alert'));

create or replace function notify_ownership() returns trigger language plpgsql as $$
declare
  changed ownerships := case when tg_op = 'DELETE' then old else new end;
begin
  perform notify_change('ownership', case when changed.kind = 'station' then changed.subject end, null, changed.kind not in ('station', 'alert'));
  return null;
end $$;

create function end_alert_ownership() returns trigger language plpgsql as $$
begin
  perform end_ownership('alert', array(
    select subject from ownerships where kind = 'alert' and (subject = new.id::text or subject like new.id || '-%')));
  return null;
end $$;
create trigger end_ownership after update of ended_at on alerts for each row
  when (new.ended_at is not null and old.ended_at is null) execute function end_alert_ownership();

-- Whose alert has no owner any more, notifies again.
create function revisit_alert() returns trigger language plpgsql as $$
begin
  update alerts set due_at = now() where id = split_part(old.subject, '-', 1)::integer and ended_at is null;
  return null;
end $$;
create trigger revisit_alert after delete on ownerships for each row when (old.kind = 'alert') execute function revisit_alert();
