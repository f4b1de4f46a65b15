-- What a stored month has besides its days: attempts to swap by station, incidents, and changes of rules. Null in months that were stored without.
alter table availability_months add column swaps jsonb;
alter table availability_months add column incidents jsonb;
alter table availability_months add column rule_changes jsonb;

-- Changes of rules of readiness, which reports name: the rules of all stations, of the organization and of the station, as far as they are changed
-- here, before and after. `org_id` is null for all stations of the type.
create table readiness_rule_changes (
  id integer generated always as identity primary key,
  at timestamptz not null,
  station_type text not null check (station_type in ('atlas', 'universal', 'global')),
  -- The organization of the station at the time.
  org_id integer references organizations on delete cascade,
  station_name text references stations,
  before jsonb not null,
  after jsonb not null
);
-- Serves: the changes in a range.
create index readiness_rule_changes_by_time on readiness_rule_changes (at);
