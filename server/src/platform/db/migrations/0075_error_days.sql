-- Errors by UTC day, which lists and pages show: reading a week of hours for each row took most of the time of a list.
create table error_fingerprint_days (
  fingerprint_id integer not null references error_fingerprints,
  day date not null,
  errors bigint not null,
  primary key (fingerprint_id, day)
) with (fillfactor = 70);
insert into error_fingerprint_days (fingerprint_id, day, errors)
select fingerprint_id, (hour at time zone 'UTC')::date, sum(errors) from error_fingerprint_hours group by 1, 2;
-- Hours decide whether a group escalates, which looks back eight days.
delete from error_fingerprint_hours where hour < now() - interval '10 days';

-- Also counts days, and looks up what a group had at a station only for merged groups: others have what their fingerprint has.
create or replace function count_error_changes(changes error_change[]) returns void language plpgsql as $$
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
  ), members as materialized (
    select id, group_id, (select count(*) from error_fingerprints m where m.group_id = f.group_id) > 1 as is_merged
    from error_fingerprints f where id in (select fingerprint_id from delta)
  ), triaged as materialized (
    select name, is_triaged from stations where name in (select station_name from delta)
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
    returning s.fingerprint_id, s.station_name, s.total, s.open
  ), of_station as (
    -- A group of one fingerprint has at a station what that fingerprint has.
    select m.group_id, d.station_name, d.total, d.unresolved, d.open, d.first_seen, d.last_seen,
      w.total - d.total as total_before, w.open - d.open as open_before
    from delta d join members m on m.id = d.fingerprint_id and not m.is_merged
    join written w on w.fingerprint_id = d.fingerprint_id and w.station_name = d.station_name
    union all
    select d.*, coalesce(s.total, 0), coalesce(s.open, 0) from (
      select m.group_id, d.station_name, sum(d.total), sum(d.unresolved), sum(d.open), min(d.first_seen), max(d.last_seen)
      from delta d join members m on m.id = d.fingerprint_id and m.is_merged group by m.group_id, d.station_name
    ) d left join lateral (
      select sum(s.total) as total, sum(s.open) as open
      from error_fingerprints f join error_fingerprint_stations s on s.fingerprint_id = f.id and s.station_name = d.station_name
      where f.group_id = d.group_id
    ) s on true
  ), of_group as (
    select group_id, sum(total) as total, sum(unresolved) as unresolved, sum(open) as open_all,
      coalesce(sum(open) filter (where is_triaged), 0) as open,
      sum((open_before + open > 0)::integer - (open_before > 0)::integer) as stations_all,
      coalesce(sum((open_before + open > 0)::integer - (open_before > 0)::integer) filter (where is_triaged), 0) as stations,
      sum((total_before + total > 0)::integer - (total_before > 0)::integer) as stations_total,
      min(first_seen) filter (where total > 0) as first_seen, max(last_seen) filter (where total > 0) as last_seen
    from of_station o left join triaged t on t.name = o.station_name group by group_id
  )
  update error_groups g set total = g.total + d.total, unresolved = g.unresolved + d.unresolved,
    open_all = g.open_all + d.open_all, open = g.open + d.open, stations_all = g.stations_all + d.stations_all,
    stations = g.stations + d.stations, stations_total = g.stations_total + d.stations_total,
    first_seen = least(g.first_seen, d.first_seen), last_seen = greatest(g.last_seen, d.last_seen)
  from of_group d where g.id = d.group_id;

  insert into error_fingerprint_hours as h (fingerprint_id, hour, errors)
  select fingerprint_id, date_trunc('hour', happened, 'UTC'), sum(c.total) from unnest(changes) c
  where fingerprint_id is not null and happened > now() - interval '10 days'
  group by 1, 2 having sum(c.total) <> 0 order by 1, 2
  on conflict (fingerprint_id, hour) do update set errors = h.errors + excluded.errors;

  insert into error_fingerprint_days as d (fingerprint_id, day, errors)
  select fingerprint_id, (happened at time zone 'UTC')::date, sum(c.total) from unnest(changes) c where fingerprint_id is not null
  group by 1, 2 having sum(c.total) <> 0 order by 1, 2
  on conflict (fingerprint_id, day) do update set errors = d.errors + excluded.errors;

  insert into error_fingerprint_firmwares as v (fingerprint_id, firmware, errors, first_seen)
  select fingerprint_id, firmware, sum(c.total), min(happened) from unnest(changes) c
  where fingerprint_id is not null and firmware is not null
  group by 1, 2 having sum(c.total) <> 0 order by 1, 2
  on conflict (fingerprint_id, firmware) do update
  set errors = v.errors + excluded.errors,
    first_seen = case when excluded.errors > 0 then least(v.first_seen, excluded.first_seen) else v.first_seen end;
end $$;
