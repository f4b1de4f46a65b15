-- Stations that enter or leave triage take their open errors with them: at once for a statement that changes thousands of them, which else changes the
-- same groups as often.
drop trigger move_station_counts on stations;
create or replace function move_station_counts() returns trigger language plpgsql as $$
declare
  moved text[] := (
    select array_agg(n.name) from new_rows n join old_rows o on o.name = n.name where o.is_triaged <> n.is_triaged);
begin
  if moved is null then
    return null;
  end if;
  perform share_error_groups();
  perform 1 from error_groups where id in (
    select f.group_id from error_fingerprint_stations s join error_fingerprints f on f.id = s.fingerprint_id
    where s.station_name = any(moved) and s.open > 0
  ) order by id for no key update;
  update error_groups g set open = g.open + d.open, stations = g.stations + d.stations
  from (
    select group_id, sum(sign * open) as open, sum(sign) as stations
    from (
      select f.group_id, n.name, case when n.is_triaged then 1 else -1 end as sign, sum(s.open) as open
      from new_rows n join error_fingerprint_stations s on s.station_name = n.name join error_fingerprints f on f.id = s.fingerprint_id
      where n.name = any(moved) group by f.group_id, n.name, n.is_triaged having sum(s.open) > 0
    ) of_station
    group by group_id
  ) d
  where g.id = d.group_id;
  return null;
end $$;
create trigger move_station_counts after update on stations referencing old table as old_rows new table as new_rows
  for each statement execute function move_station_counts();
