-- Who has a group of errors, the open errors of a station, or an incident.
create table ownerships (
  kind text not null check (kind in ('group', 'station', 'incident')),
  -- The group's number, the station's name or the entry's id, as text.
  subject text not null,
  owner_id integer not null references users on delete cascade,
  -- The person who assigned it; the name stays when the account is removed.
  by_id integer references users on delete set null,
  by_name text not null,
  assigned_at timestamptz not null,
  acknowledged_at timestamptz,
  -- Every act on it by anyone moves this on.
  until timestamptz not null,
  note text,
  rev bigint not null,
  primary key (kind, subject)
);
-- Serves: what a person has, and removing the person.
create index ownerships_by_owner on ownerships (owner_id);
create index ownerships_by_author on ownerships (by_id);
-- Serves: releasing what nobody has acted on.
create index ownerships_by_end on ownerships (until);

create table ownership_history (
  id bigint generated always as identity primary key,
  kind text not null,
  subject text not null,
  at timestamptz not null,
  action text not null check (action in ('acknowledged', 'assigned', 'released', 'taken_over', 'prolonged', 'expired', 'ended', 'removed')),
  -- A person's name; null for what happened by itself.
  author text,
  -- Who has it afterwards, or had it before it was released.
  owner text not null,
  note text
);
-- Serves: the history of one thing, newest first.
create index ownership_history_by_subject on ownership_history (kind, subject, id desc);

create function note_removed_owner() returns trigger language plpgsql as $$
begin
  insert into ownership_history (kind, subject, at, action, owner)
  select kind, subject, now(), 'removed', coalesce(nullif(old.name, ''), old.email) from ownerships where owner_id = old.id;
  return old;
end $$;
create trigger note_removed_owner before delete on users for each row execute function note_removed_owner();

-- Notices name the station of a station's errors. What only admins see names none.
create function notify_ownership() returns trigger language plpgsql as $$
declare
  changed ownerships := case when tg_op = 'DELETE' then old else new end;
begin
  perform notify_change('ownership', case when changed.kind = 'station' then changed.subject end, null, changed.kind <> 'station');
  return null;
end $$;
create trigger notify_ownership after insert or update or delete on ownerships for each row execute function notify_ownership();

-- What has ended has no owner: a resolved group or incident, and a station without open errors.
create function end_ownership(ended_kind text, subjects text[]) returns void language sql as $$
  with ended as (
    delete from ownerships o using users u
    where o.kind = ended_kind and o.subject = any(subjects) and u.id = o.owner_id
    returning o.kind, o.subject, coalesce(nullif(u.name, ''), u.email) as owner
  )
  insert into ownership_history (kind, subject, at, action, owner)
  select kind, subject, now(), 'ended', owner from ended
$$;

create function end_group_ownership() returns trigger language plpgsql as $$
begin
  perform end_ownership('group', array[new.id::text]);
  return null;
end $$;
create trigger end_ownership after update of state, merged_into on error_groups for each row
  when (new.state = 'resolved' and old.state <> 'resolved' or new.merged_into is not null and old.merged_into is null)
  execute function end_group_ownership();

create function end_station_ownership() returns trigger language plpgsql as $$
begin
  perform end_ownership('station', array[new.station_name]);
  return null;
end $$;
create trigger end_ownership after update of open on station_open_errors for each row
  when (new.open <= 0 and old.open > 0) execute function end_station_ownership();

create function end_incident_ownership() returns trigger language plpgsql as $$
begin
  perform end_ownership('incident', array[new.id::text]);
  return null;
end $$;
create trigger end_ownership after update of status on support_log_entries for each row
  when (new.status = 'incident_resolved' and old.status <> 'incident_resolved') execute function end_incident_ownership();
