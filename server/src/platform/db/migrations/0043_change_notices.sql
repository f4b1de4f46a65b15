-- Notifies every server of changes of what consoles show besides rows of the stations list. One notification for each topic and station in
-- a transaction, since PostgreSQL sends equal ones once.
create function notify_change(topic text, station text, org_id integer, admins boolean) returns void language plpgsql as $$
begin
  perform pg_notify('changes', json_build_object(
    'topic', topic, 'station', station, 'org_id', org_id, 'admins', admins)::text);
end $$;

-- Arguments: the topic, and whether it is for admins only. A statement that changes many stations notifies of all of them at once.
create function notify_station_changes() returns trigger language plpgsql as $$
declare
  names text[] := (select array_agg(distinct station_name) from changed);
  name text;
begin
  if cardinality(names) > 100 then
    perform notify_change(tg_argv[0], null, null, tg_argv[1]::boolean);
  elsif names is not null then
    foreach name in array names loop
      perform notify_change(tg_argv[0], name, null, tg_argv[1]::boolean);
    end loop;
  end if;
  return null;
end $$;

create trigger notify_insert after insert on station_errors referencing new table as changed
  for each statement execute function notify_station_changes('errors', 'false');
create trigger notify_update after update on station_errors referencing new table as changed
  for each statement execute function notify_station_changes('errors', 'false');
create trigger notify_insert after insert on station_configs referencing new table as changed
  for each statement execute function notify_station_changes('configs', 'false');
create trigger notify_insert after insert on ssot_entries referencing new table as changed
  for each statement execute function notify_station_changes('ssot', 'false');
create trigger notify_insert after insert on replaceables_entries referencing new table as changed
  for each statement execute function notify_station_changes('ssot', 'true');
create trigger notify_insert after insert on captures referencing new table as changed
  for each statement execute function notify_station_changes('cameras', 'false');
create trigger notify_update after update on captures referencing new table as changed
  for each statement execute function notify_station_changes('cameras', 'false');
create trigger notify_insert after insert on camera_images referencing new table as changed
  for each statement execute function notify_station_changes('cameras', 'false');
create trigger notify_update after update on camera_images referencing new table as changed
  for each statement execute function notify_station_changes('cameras', 'false');
create trigger notify_insert after insert on support_log_entries referencing new table as changed
  for each statement execute function notify_station_changes('support_log', 'true');
create trigger notify_update after update on support_log_entries referencing new table as changed
  for each statement execute function notify_station_changes('support_log', 'true');

-- Arguments: the topic, and whether it is for admins only.
create function notify_organization_changes() returns trigger language plpgsql as $$
begin
  perform notify_change(tg_argv[0], null, coalesce(new.org_id, old.org_id), tg_argv[1]::boolean);
  -- A user who moved also left the organization of before.
  if tg_op = 'UPDATE' and new.org_id <> old.org_id then
    perform notify_change(tg_argv[0], null, old.org_id, tg_argv[1]::boolean);
  end if;
  return null;
end $$;
create trigger notify_users after insert or delete or update of email, name, org_id, can_manage, can_admin on users
  for each row execute function notify_organization_changes('users', 'false');
create trigger notify_users after insert or delete or update on invitations
  for each row execute function notify_organization_changes('users', 'false');
create trigger notify_api_keys after insert or delete or update of name, description, org_id, secret_hash on api_keys
  for each row execute function notify_organization_changes('api_keys', 'false');

-- Arguments: the topic, and whether it is for admins only.
create function notify_any_change() returns trigger language plpgsql as $$
begin
  perform notify_change(tg_argv[0], null, null, tg_argv[1]::boolean);
  return null;
end $$;
create trigger notify_organizations after insert or delete or update on organizations
  for each statement execute function notify_any_change('organizations', 'true');
create trigger notify_tags after insert or delete or update on support_log_tags
  for each statement execute function notify_any_change('tags', 'true');
create trigger notify_link after insert or delete or update on quarantined_events
  for each statement execute function notify_any_change('link', 'true');
create trigger notify_link after insert or delete or update on limited_stations
  for each statement execute function notify_any_change('link', 'true');
