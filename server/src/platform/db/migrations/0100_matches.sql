-- What an alert says belongs to a match: one rule at one subject. Sides that share an alert do not read each other's limits.
alter table alert_matches
  -- 0 is the support, others are organizations. Null is what an older version has stored.
  add column side integer,
  -- What the rule says: null for what an older version has stored, whose alert says it.
  add column severity text check (severity in ('urgent', 'warning')),
  add column level integer,
  add column title text,
  add column detail text,
  -- The highest level that those who are notified know of; null until the next finding after the limit of the rule has changed.
  add column announced_level integer,
  -- Since when the level is higher than that, and when it was last reported as worse.
  add column worse_since timestamptz,
  add column changed_at timestamptz,
  -- Starts and ends within the last hour; of a flapping match, whether that was reported, and since when its condition has not held.
  add column changes timestamptz[] not null default '{}',
  add column flapping boolean not null default false,
  add column flapping_announced boolean not null default false,
  add column calm_since timestamptz,
  -- Why it ended.
  add column end_cause text check (end_cause in ('condition', 'rule', 'station', 'sender')),
  add column end_reason text,
  -- It has ended, and those who were notified of it are not yet notified of that.
  add column end_pending boolean not null default false;
-- Serves: matches whose end is to be reported.
create index alert_matches_end_pending on alert_matches (alert_id) where end_pending;

alter table alerts
  -- The title without the limit of a rule, for sides whose rules have not found it.
  add column plain_title text,
  add column end_cause text check (end_cause in ('condition', 'rule', 'station', 'sender')),
  -- It is about a reading, and its station is offline.
  add column is_stale boolean not null default false,
  -- What its station was called when it left the organization, which does not read later names.
  add column station_title text;

update alert_matches m
set side = case when o.is_provider then 0 else r.org_id end,
  severity = case when a.kind in ('site_outage', 'no_reports') then 'urgent' else r.severity end,
  level = a.level, title = a.title, detail = a.detail, announced_level = a.level
from alert_rules r, organizations o, alerts a
where r.id = m.rule_id and o.id = r.org_id and a.id = m.alert_id;
update alert_matches set side = 0 where rule_id = 0;
-- Of a flapping alert whose condition is over, the matches are calm.
update alert_matches m
set flapping = true, flapping_announced = m.announced_at is not null, changes = a.changes,
  calm_since = case when m.ended_at is not null then coalesce(a.calm_since, m.ended_at) end, ended_at = null
from alerts a
where a.id = m.alert_id and a.ended_at is null and a.flapping and (m.ended_at is null or a.calm_since is not null);

-- What concerns a station's organization ends when the station moves to another one: its alerts, and its maintenance. That its alerts have ended
-- is reported to those who were notified of them. Rules then look at the station again.
create or replace function end_moved() returns trigger language plpgsql as $$
declare
  because constant text := 'The station moved to another organization';
begin
  update alert_matches
  set ended_at = now(), calm_since = null, end_cause = 'station', end_reason = because, end_pending = announced_at is not null
  where ended_at is null and alert_id in (select id from alerts where station_name = new.name and ended_at is null);
  insert into alert_history (alert_id, at, what)
  select id, now(), 'Ended: ' || because from alerts where station_name = new.name and ended_at is null order by id;
  update alerts set ended_at = now(), calm_since = null, due_at = null, end_cause = 'station', end_reason = because, rev = rev + 1
  where station_name = new.name and ended_at is null;
  -- Also alerts that ended earlier, and were not moved with an organization before.
  update alerts set station_title = coalesce(nullif(old.serial_number, ''), old.name)
  where station_name = new.name and org_id = old.org_id and station_title is null;
  delete from alert_conditions where subject = 'station:' || new.name;
  update maintenance_windows set ended_at = greatest(starts, now()), rev = rev + 1 where station_name = new.name and ended_at is null;
  new.maintenance_id := null;
  perform notify_change('alert_rules', null, new.org_id, false);
  return new;
end $$;
