-- Mocked stations are in no report. What is stored of a station stays when it becomes a mocked one, in case that it is a real one again, but sums of all
-- stations are without it meanwhile.

-- Those who add to sums lock them in common with each other, and read which stations are mocked afterwards.
create function move_in_sums() returns trigger language plpgsql as $$
declare
  sign integer := case when new.actual then 1 else -1 end;
begin
  perform pg_advisory_xact_lock(hashtextextended('sums of stations', 0));
  insert into readiness_day_sums as s (day, org_id, ready_s, limited_s, not_ready_s, unknown_s, maintenance_s, not_recorded_s, uncounted_s, link_s,
    outages, outage_s, longest_s, continued)
  select day, org_id, sign * ready_s, sign * limited_s, sign * not_ready_s, sign * unknown_s, sign * maintenance_s, sign * not_recorded_s,
    sign * uncounted_s, sign * link_s, sign * outages, sign * outage_s, longest_s, sign * continued::integer
  from readiness_days where station_name = new.name and day < (select until from readiness_rollup)
  on conflict (day, org_id) do update set ready_s = s.ready_s + excluded.ready_s, limited_s = s.limited_s + excluded.limited_s,
    not_ready_s = s.not_ready_s + excluded.not_ready_s, unknown_s = s.unknown_s + excluded.unknown_s,
    maintenance_s = s.maintenance_s + excluded.maintenance_s, not_recorded_s = s.not_recorded_s + excluded.not_recorded_s,
    uncounted_s = s.uncounted_s + excluded.uncounted_s, link_s = s.link_s + excluded.link_s, outages = s.outages + excluded.outages,
    outage_s = s.outage_s + excluded.outage_s, continued = s.continued + excluded.continued,
    longest_s = case when new.actual then greatest(s.longest_s, excluded.longest_s) when s.longest_s > excluded.longest_s then s.longest_s
      else coalesce((select max(d.longest_s) from readiness_days d join stations o on o.name = d.station_name and o.actual
        where d.day = s.day and d.org_id = s.org_id), 0) end;
  -- A day without stations has no sums.
  delete from readiness_day_sums s using readiness_days d
  where not new.actual and d.station_name = new.name and s.day = d.day and s.org_id = d.org_id
    and s.ready_s + s.limited_s + s.not_ready_s + s.unknown_s + s.maintenance_s + s.not_recorded_s + s.uncounted_s = 0;

  insert into swap_totals as t (by_hour, start, org_id, station_type, firmware, succeeded, with_errors, failed, maintenance)
  select false, day::timestamp at time zone 'utc', org_id, station_type, firmware, sign * succeeded, sign * with_errors, sign * failed, sign * maintenance
  from swap_days where station_name = new.name
  union all
  select true, hour, org_id, station_type, firmware, sign * succeeded, sign * with_errors, sign * failed, sign * maintenance
  from swap_hours where station_name = new.name
  on conflict (by_hour, start, org_id, station_type, firmware) do update set succeeded = greatest(0, t.succeeded + excluded.succeeded),
    with_errors = greatest(0, t.with_errors + excluded.with_errors), failed = greatest(0, t.failed + excluded.failed),
    maintenance = greatest(0, t.maintenance + excluded.maintenance);
  return null;
end $$;
create trigger move_in_sums after update of actual on stations for each row
  when (old.actual <> new.actual) execute function move_in_sums();
