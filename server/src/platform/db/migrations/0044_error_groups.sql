-- Groups of errors that are the same but for numbers, ids and paths, and their counters, which change with each write.

-- The prefix of internal organizations, as configured when a server last started.
create table internal_prefix (
  only_one boolean primary key default true check (only_one),
  prefix text not null
);
insert into internal_prefix (prefix) values ('Groundcrew');

alter table organizations add column is_internal boolean not null default false;
-- Whether the station's errors count in triage: it is real, in service and belongs to a customer.
alter table stations add column is_triaged boolean not null default true;

create function mark_internal() returns trigger language plpgsql as $$
begin
  new.is_internal := starts_with(new.name, (select prefix from internal_prefix));
  return new;
end $$;
create trigger mark_internal before insert or update of name on organizations for each row execute function mark_internal();

create function mark_triaged() returns trigger language plpgsql as $$
begin
  new.is_triaged := new.actual and new.retired is null and not exists (
    select from organizations where id = new.org_id and is_internal);
  return new;
end $$;
update organizations set is_internal = starts_with(name, 'Groundcrew');
update stations s set is_triaged = s.actual and s.retired is null and not o.is_internal from organizations o where o.id = s.org_id;
create trigger mark_triaged before insert or update of actual, retired, org_id, is_triaged on stations
  for each row execute function mark_triaged();

-- One kind of fault. A group that was merged stays, so that its number still leads to the group it is part of.
create table error_groups (
  id integer generated always as identity primary key,
  -- The reduced message, with placeholders in angle brackets.
  title text not null,
  -- Null where the errors have none, or after a merge of groups of different types.
  job_type text,
  station_type text,
  state text not null default 'new' check (state in ('new', 'ongoing', 'escalating', 'regressed', 'archived', 'resolved')),
  state_since timestamptz not null,
  -- What caused the state, for the history and the page.
  state_reason text,
  -- Changes with each act of a person and each state, not with each error.
  rev bigint not null default 1,
  changed_by text,
  changed_action text,
  merged_into integer references error_groups,
  -- New fingerprints of this job type that match join the group; an asterisk stands for any text.
  merge_pattern text,
  -- Errors without a resolution, attached to an entry or not. Zero makes the group resolved.
  unresolved bigint not null default 0,
  -- Unresolved and attached to no entry: of stations in triage, and of all stations. With the number of stations that have such errors.
  open bigint not null default 0,
  open_all bigint not null default 0,
  stations bigint not null default 0,
  stations_all bigint not null default 0,
  -- Ever stored, including those that retention has removed since.
  total bigint not null default 0,
  stations_total bigint not null default 0,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  resolved_at timestamptz,
  resolved_by text,
  solution text,
  -- Errors of older firmware are resolved as they are stored.
  fixed_from text,
  -- Conditions under which the group comes back, who archived it and why.
  archive jsonb,
  archived_until timestamptz,
  check ((state = 'archived') = (archive is not null))
) with (fillfactor = 70);
-- Serves: the regular work on states.
create index error_groups_by_last_seen on error_groups (last_seen) where merged_into is null;
create index error_groups_archived on error_groups (archived_until) where archived_until is not null;
-- Serves: joining new fingerprints.
create index error_groups_patterns on error_groups (id) where merge_pattern is not null and merged_into is null;
-- Serves: following a merge.
create index error_groups_merged on error_groups (merged_into) where merged_into is not null;

-- What makes errors the same: job type, station type and reduced message. A new version never changes the errors of an older one.
create table error_fingerprints (
  id integer generated always as identity primary key,
  -- SHA-256 of version, job type, station type and pattern, in hex.
  digest text not null unique,
  version integer not null,
  job_type text,
  station_type text not null,
  pattern text not null,
  group_id integer not null references error_groups,
  -- The group that it had before it was first merged.
  home_group_id integer references error_groups,
  -- Removed from a group by a person: no pattern merges it again.
  is_separate boolean not null default false,
  -- The number of the placeholder, from 0, whose value is part of the fingerprint since a split.
  split_by integer,
  created timestamptz not null default now()
);
-- Serves: the fingerprints of a group.
create index error_fingerprints_by_group on error_fingerprints (group_id, id);

alter table station_errors
  add column fingerprint_id integer references error_fingerprints,
  -- As in the newest snapshot when the error was stored; null before.
  add column firmware text,
  add column software text;
-- Serves: the errors of a group, newest first, and moving them.
create index station_errors_by_fingerprint on station_errors (fingerprint_id, time_logged desc, id desc) where fingerprint_id is not null;
-- Serves: resolving all errors of a group.
create index station_errors_open_by_fingerprint on station_errors (fingerprint_id, id)
  where time_handled is null and supportlog_entry_id is null;
-- Serves: the entries that errors of a group are attached to.
create index station_errors_attached_by_fingerprint on station_errors (fingerprint_id, supportlog_entry_id)
  where supportlog_entry_id is not null and fingerprint_id is not null;
-- Serves: grouping the errors that were stored before there were groups.
create index station_errors_ungrouped on station_errors (station_name, id) where fingerprint_id is null;

create table error_fingerprint_stations (
  fingerprint_id integer not null references error_fingerprints,
  station_name text not null references stations,
  total bigint not null,
  unresolved bigint not null,
  open bigint not null,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  -- Of the newest error that has one.
  firmware text,
  primary key (fingerprint_id, station_name)
) with (fillfactor = 70);
-- Serves: a station that enters or leaves triage.
create index error_fingerprint_stations_by_station on error_fingerprint_stations (station_name, fingerprint_id);

create table error_fingerprint_hours (
  fingerprint_id integer not null references error_fingerprints,
  -- Start of the hour (UTC) in which the errors happened.
  hour timestamptz not null,
  errors bigint not null,
  primary key (fingerprint_id, hour)
) with (fillfactor = 70);

create table error_fingerprint_firmwares (
  fingerprint_id integer not null references error_fingerprints,
  firmware text not null,
  errors bigint not null,
  first_seen timestamptz not null,
  primary key (fingerprint_id, firmware)
) with (fillfactor = 70);

-- Errors that wait for triage, by station.
create table station_open_errors (
  station_name text primary key references stations,
  open bigint not null
) with (fillfactor = 50);
insert into station_open_errors (station_name, open)
select station_name, count(*) from station_errors where time_handled is null and supportlog_entry_id is null group by station_name;

create table error_group_history (
  id bigint generated always as identity primary key,
  group_id integer not null references error_groups,
  at timestamptz not null,
  kind text not null,
  -- A person's name; null for what happened by itself.
  author text,
  note text,
  details jsonb
);
-- Serves: the history of a group, newest first.
create index error_group_history_by_group on error_group_history (group_id, id desc);

-- Errors of groups that are being resolved in pieces. Those stored later are not part of it.
create table error_resolutions (
  id integer generated always as identity primary key,
  group_id integer not null references error_groups,
  last_error bigint not null,
  solution text not null,
  author text not null,
  errors bigint not null,
  done bigint not null default 0,
  started timestamptz not null,
  ended timestamptz
);
-- Serves: the progress on a group's page.
create index error_resolutions_running on error_resolutions (group_id) where ended is null;

-- Whatever reads which fingerprint belongs to which group, to change counters, shares this lock; a merge or removal holds it alone. Locks
-- are taken in the order: stations by name, this lock, groups by id.
create function share_error_groups() returns void language sql as $$
  select pg_advisory_xact_lock_shared(4031208)
$$;

-- What an error adds to the counters, or takes from them with negative numbers.
create type error_change as (
  station_name text,
  fingerprint_id integer,
  happened timestamptz,
  firmware text,
  total integer,
  unresolved integer,
  open integer
);

create function count_error_changes(changes error_change[]) returns void language plpgsql as $$
begin
  insert into station_open_errors as o (station_name, open)
  select station_name, sum(c.open) from unnest(changes) c group by station_name having sum(c.open) <> 0 order by station_name
  on conflict (station_name) do update set open = o.open + excluded.open;

  if not exists (select from unnest(changes) c where c.fingerprint_id is not null) then
    return;
  end if;
  perform share_error_groups();
  perform 1 from error_groups where id in (
    select f.group_id from error_fingerprints f where f.id in (select c.fingerprint_id from unnest(changes) c)
  ) order by id for no key update;

  with delta as materialized (
    select c.fingerprint_id, c.station_name, sum(c.total) as total, sum(c.unresolved) as unresolved, sum(c.open) as open,
      min(c.happened) as first_seen, max(c.happened) as last_seen,
      (array_agg(c.firmware order by c.happened desc) filter (where c.firmware is not null))[1] as firmware
    from unnest(changes) c where c.fingerprint_id is not null
    group by c.fingerprint_id, c.station_name having sum(c.total) <> 0 or sum(c.unresolved) <> 0 or sum(c.open) <> 0
  ), of_station as materialized (
    select f.group_id, d.station_name, sum(d.total) as total, sum(d.unresolved) as unresolved, sum(d.open) as open,
      min(d.first_seen) as first_seen, max(d.last_seen) as last_seen
    from delta d join error_fingerprints f on f.id = d.fingerprint_id group by f.group_id, d.station_name
  ), before as materialized (
    select d.*, (select is_triaged from stations where name = d.station_name) as is_triaged,
      coalesce(s.total, 0) as total_before, coalesce(s.open, 0) as open_before
    from of_station d left join lateral (
      select sum(s.total) as total, sum(s.open) as open
      from error_fingerprints f join error_fingerprint_stations s on s.fingerprint_id = f.id and s.station_name = d.station_name
      where f.group_id = d.group_id
    ) s on true
  ), written as (
    insert into error_fingerprint_stations as s (fingerprint_id, station_name, total, unresolved, open, first_seen, last_seen, firmware)
    select fingerprint_id, station_name, total, unresolved, open, first_seen, last_seen, firmware from delta
    order by fingerprint_id, station_name
    on conflict (fingerprint_id, station_name) do update
    set total = s.total + excluded.total, unresolved = s.unresolved + excluded.unresolved, open = s.open + excluded.open,
      first_seen = case when excluded.total > 0 then least(s.first_seen, excluded.first_seen) else s.first_seen end,
      last_seen = case when excluded.total > 0 then greatest(s.last_seen, excluded.last_seen) else s.last_seen end,
      firmware = case when excluded.total > 0 and excluded.last_seen >= s.last_seen
        then coalesce(excluded.firmware, s.firmware) else s.firmware end
  ), of_group as (
    select group_id, sum(total) as total, sum(unresolved) as unresolved, sum(open) as open_all,
      coalesce(sum(open) filter (where is_triaged), 0) as open,
      sum((open_before + open > 0)::integer - (open_before > 0)::integer) as stations_all,
      coalesce(sum((open_before + open > 0)::integer - (open_before > 0)::integer) filter (where is_triaged), 0) as stations,
      sum((total_before + total > 0)::integer - (total_before > 0)::integer) as stations_total,
      min(first_seen) filter (where total > 0) as first_seen, max(last_seen) filter (where total > 0) as last_seen
    from before group by group_id
  )
  update error_groups g set total = g.total + d.total, unresolved = g.unresolved + d.unresolved,
    open_all = g.open_all + d.open_all, open = g.open + d.open, stations_all = g.stations_all + d.stations_all,
    stations = g.stations + d.stations, stations_total = g.stations_total + d.stations_total,
    first_seen = least(g.first_seen, d.first_seen), last_seen = greatest(g.last_seen, d.last_seen)
  from of_group d where g.id = d.group_id;

  insert into error_fingerprint_hours as h (fingerprint_id, hour, errors)
  select fingerprint_id, date_trunc('hour', happened, 'UTC'), sum(c.total) from unnest(changes) c where fingerprint_id is not null
  group by 1, 2 having sum(c.total) <> 0 order by 1, 2
  on conflict (fingerprint_id, hour) do update set errors = h.errors + excluded.errors;

  insert into error_fingerprint_firmwares as v (fingerprint_id, firmware, errors, first_seen)
  select fingerprint_id, firmware, sum(c.total), min(happened) from unnest(changes) c
  where fingerprint_id is not null and firmware is not null
  group by 1, 2 having sum(c.total) <> 0 order by 1, 2
  on conflict (fingerprint_id, firmware) do update
  set errors = v.errors + excluded.errors,
    first_seen = case when excluded.errors > 0 then least(v.first_seen, excluded.first_seen) else v.first_seen end;
end $$;

create function group_inserted_errors() returns trigger language plpgsql as $$
begin
  perform count_error_changes((select array_agg(row(station_name, fingerprint_id, least(occurred, time_logged), firmware, 1,
    (time_handled is null)::integer, (time_handled is null and supportlog_entry_id is null)::integer)::error_change) from rows));
  return null;
end $$;

create function group_updated_errors() returns trigger language plpgsql as $$
declare
  changes error_change[] := (
    select array_agg(row(station_name, fingerprint_id, happened, firmware, sign, sign * unresolved, sign * open)::error_change) from (
      select station_name, fingerprint_id, least(occurred, time_logged) as happened, firmware, 1 as sign,
        (time_handled is null)::integer as unresolved, (time_handled is null and supportlog_entry_id is null)::integer as open
      from new_rows
      union all
      select station_name, fingerprint_id, least(occurred, time_logged), firmware, -1, (time_handled is null)::integer,
        (time_handled is null and supportlog_entry_id is null)::integer
      from old_rows
    ) changed);
begin
  if changes is null then
    return null;
  end if;
  perform count_error_changes(changes);
  -- A group whose last error someone resolves is resolved; an archived one stays archived.
  with resolved as (
    select distinct on (f.group_id) f.group_id, n.handled_by, n.solution, n.time_handled
    from new_rows n join old_rows o on o.id = n.id join error_fingerprints f on f.id = n.fingerprint_id
    where o.time_handled is null and n.time_handled is not null
    order by f.group_id, n.time_handled desc, n.id desc
  ), done as (
    update error_groups g
    set state = 'resolved', state_since = r.time_handled, state_reason = null, rev = rev + 1, resolved_at = r.time_handled,
      resolved_by = r.handled_by, solution = r.solution, fixed_from = null, changed_by = r.handled_by, changed_action = 'resolved'
    from resolved r
    where g.id = r.group_id and g.unresolved = 0 and g.state in ('new', 'ongoing', 'escalating', 'regressed')
    returning g.id, r.time_handled, r.handled_by, r.solution
  )
  insert into error_group_history (group_id, at, kind, author, note)
  select id, time_handled, 'resolved', handled_by, solution from done order by id;
  return null;
end $$;

create function group_deleted_errors() returns trigger language plpgsql as $$
begin
  -- Old errors stay in the totals.
  perform count_error_changes((select array_agg(row(station_name, fingerprint_id, least(occurred, time_logged), firmware, 0,
    -(time_handled is null)::integer, -(time_handled is null and supportlog_entry_id is null)::integer)::error_change) from rows));
  return null;
end $$;

create trigger tally_groups_on_insert after insert on station_errors referencing new table as rows
  for each statement execute function group_inserted_errors();
create trigger tally_groups_on_update after update on station_errors referencing old table as old_rows new table as new_rows
  for each statement execute function group_updated_errors();
create trigger tally_groups_on_delete after delete on station_errors referencing old table as rows
  for each statement execute function group_deleted_errors();

-- A station that enters or leaves triage takes its open errors with it.
create function move_station_counts() returns trigger language plpgsql as $$
declare
  sign integer := case when new.is_triaged then 1 else -1 end;
begin
  perform share_error_groups();
  perform 1 from error_groups where id in (
    select f.group_id from error_fingerprint_stations s join error_fingerprints f on f.id = s.fingerprint_id
    where s.station_name = new.name and s.open > 0
  ) order by id for no key update;
  update error_groups g set open = g.open + sign * d.open, stations = g.stations + sign
  from (
    select f.group_id, sum(s.open) as open
    from error_fingerprint_stations s join error_fingerprints f on f.id = s.fingerprint_id
    where s.station_name = new.name group by f.group_id having sum(s.open) > 0
  ) d
  where g.id = d.group_id;
  return null;
end $$;
create trigger move_station_counts after update on stations for each row when (old.is_triaged <> new.is_triaged)
  execute function move_station_counts();

-- The stations of an organization change one by one in no order, so nothing else may change counters meanwhile.
create function move_organization_counts() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(4031208);
  update stations set is_triaged = is_triaged where org_id = new.id;
  return null;
end $$;
create trigger move_organization_counts after update on organizations for each row when (old.is_internal <> new.is_internal)
  execute function move_organization_counts();

-- Counts the groups again from the counters of their fingerprints, after fingerprints were moved. Locks are those of a merge.
create function recount_error_groups(ids integer[]) returns void language sql as $$
  with of_station as (
    select f.group_id, s.station_name, sum(s.total) as total, sum(s.unresolved) as unresolved, sum(s.open) as open,
      min(s.first_seen) as first_seen, max(s.last_seen) as last_seen
    from error_fingerprints f join error_fingerprint_stations s on s.fingerprint_id = f.id
    where f.group_id = any(ids) group by f.group_id, s.station_name
  ), of_group as (
    select o.group_id, sum(o.total) as total, sum(o.unresolved) as unresolved, sum(o.open) as open_all, coalesce(sum(o.open) filter (where s.is_triaged), 0) as open,
      count(*) filter (where o.open > 0) as stations_all, count(*) filter (where o.open > 0 and s.is_triaged) as stations,
      count(*) filter (where o.total > 0) as stations_total, min(o.first_seen) as first_seen, max(o.last_seen) as last_seen
    from of_station o join stations s on s.name = o.station_name group by o.group_id
  ), counted as (
    select i.id, d.* from unnest(ids) i(id) left join of_group d on d.group_id = i.id
  )
  update error_groups g set total = coalesce(d.total, 0), unresolved = coalesce(d.unresolved, 0), open_all = coalesce(d.open_all, 0), open = coalesce(d.open, 0),
    stations_all = coalesce(d.stations_all, 0), stations = coalesce(d.stations, 0),
    stations_total = coalesce(d.stations_total, 0), first_seen = coalesce(d.first_seen, g.first_seen),
    last_seen = coalesce(d.last_seen, g.last_seen)
  from counted d where g.id = d.id
$$;

create trigger notify_groups after insert or update on error_groups
  for each statement execute function notify_any_change('error_groups', 'true');
