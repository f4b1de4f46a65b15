-- Rows of tenants are shown and taken in the scope of the connection alone (decision 0019): `groundcrew.scope` is the id of one
-- organization, or `*` for all of them. Without it there is no row. Whoever owns the tables is bound by it too.

create function scope_is_every() returns boolean language sql stable parallel safe
  return current_setting('groundcrew.scope', true) = '*';
create function scope_org_id() returns integer language sql stable parallel safe
  return nullif(nullif(current_setting('groundcrew.scope', true), '*'), '')::integer;

do $$
declare
  source text;
  shown text;
begin
  -- The rule of every tenant table: whose it is, or on which row it hangs, which asks the same again.
  for source, shown in values
    ('stations', 'org_id = scope_org_id()'),
    ('organization_history', 'org_id = scope_org_id()'),
    ('station_locations', 'station'), ('station_states', 'station'), ('station_snapshots', 'station'),
    ('station_history', 'station'), ('station_errors', 'station'), ('station_error_counts', 'station'),
    ('station_error_days', 'station'), ('station_configs', 'station'), ('station_events', 'station'),
    ('limited_stations', 'station'), ('quarantined_events', 'station'), ('ssot_entries', 'station'),
    ('replaceables_entries', 'station'), ('captures', 'station'), ('camera_images', 'station'), ('streams', 'station'),
    ('support_log_entries', 'station'),
    ('support_log_entry_tags', 'entry'), ('support_log_alerts', 'entry'), ('support_log_status_changes', 'entry'),
    ('image_uploads', 'capture')
  loop
    shown := case shown
      when 'station' then format('exists (select from stations s where s.name = %I.station_name)', source)
      when 'entry' then format('exists (select from support_log_entries e where e.id = %I.entry_id)', source)
      when 'capture' then format('exists (select from captures c where c.id = %I.capture_id)', source)
      else shown
    end;
    execute format('create policy in_scope on %I using (scope_is_every() or %s)', source, shown);
    execute format('alter table %I enable row level security, force row level security', source);
  end loop;
end $$;

-- An organization is renamed without a scope, and all of its stations show the new name.
create or replace function mark_stations_of_organization() returns trigger language plpgsql as $$
declare
  scope text := coalesce(current_setting('groundcrew.scope', true), '');
begin
  perform set_config('groundcrew.scope', '*', true);
  update stations set changed_xid = pg_current_xact_id() where org_id = new.id;
  perform set_config('groundcrew.scope', scope, true);
  return null;
end $$;
