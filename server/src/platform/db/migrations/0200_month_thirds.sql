-- Sums of stations by thirds of months, from which reports of many days of many stations are read.

-- The first day of the third of a month that has a day: its 1st, 11th or 21st.
create function month_third(day date) returns date language sql immutable parallel safe
return date_trunc('month', day)::date + 10 * least(2, (extract(day from day)::integer - 1) / 10);

-- The sums of `readiness_days`, once the third is complete, for good. `continued` is that of its first day.
create table readiness_thirds (
  station_name text not null references stations,
  third date not null,
  org_id integer not null references organizations,
  ready_s integer not null,
  limited_s integer not null,
  not_ready_s integer not null,
  unknown_s integer not null,
  maintenance_s integer not null,
  not_recorded_s integer not null,
  uncounted_s integer not null,
  link_s integer not null,
  outages integer not null,
  outage_s integer not null,
  longest_s integer not null,
  continued boolean not null,
  lost_ids integer[] not null,
  lost_s integer[] not null,
  -- Serves: the months of all stations, or of an organization's.
  primary key (third, station_name, org_id)
);
-- Serves: the months of an organization.
create index readiness_thirds_of_organization on readiness_thirds (org_id, third);

-- The thirds before `thirds_until` are in `readiness_thirds`; null before the first one.
alter table readiness_rollup add column thirds_until date;

-- The sums of `swap_days`, changed together with them.
create table swap_thirds (
  station_name text not null references stations,
  third date not null,
  firmware text not null,
  org_id integer not null references organizations on delete cascade,
  station_type text not null,
  succeeded integer not null,
  with_errors integer not null,
  failed integer not null,
  maintenance integer not null,
  primary key (station_name, third, firmware, org_id)
) with (fillfactor = 70);
-- Serves: the attempts of all stations, or of those of an organization, in a range.
create index swap_thirds_by_third on swap_thirds (third, org_id);
insert into swap_thirds (station_name, third, firmware, org_id, station_type, succeeded, with_errors, failed, maintenance)
select station_name, month_third(day), firmware, org_id, min(station_type), sum(succeeded), sum(with_errors), sum(failed), sum(maintenance)
from swap_days group by 1, 2, 3, 4;
