-- What concerns a station's organization ends when the station moves to another one: its alerts, and its maintenance. Rules then look at it again.
create function end_moved() returns trigger language plpgsql as $$
begin
  update alert_matches set ended_at = now()
  where ended_at is null and alert_id in (select id from alerts where station_name = new.name and ended_at is null);
  update alerts set ended_at = now(), end_reason = 'The station moved to another organization', rev = rev + 1
  where station_name = new.name and ended_at is null;
  delete from alert_conditions where subject = 'station:' || new.name;
  update maintenance_windows set ended_at = greatest(starts, now()), rev = rev + 1 where station_name = new.name and ended_at is null;
  new.maintenance_id := null;
  perform notify_change('alert_rules', null, new.org_id, false);
  return new;
end $$;
-- Before `mark_triaged`, by its name.
create trigger end_moved before update of org_id on stations for each row when (new.org_id <> old.org_id) execute function end_moved();
