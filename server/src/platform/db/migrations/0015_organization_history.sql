-- What the statistics of many stations are read from.

-- Activity of each organization's stations over the last day, worked out from `station_history`, which for a whole fleet
-- is too much to read for every look at it.
create table organization_history (
  org_id integer not null references organizations,
  -- End of the ten minutes the row stands for.
  time timestamptz not null,
  -- Swaps its stations made in those ten minutes.
  activity integer not null check (activity >= 0),
  -- Its stations that were online at their end.
  online integer not null check (online >= 0),
  -- Serves: the history of one organization, and of all.
  primary key (org_id, time)
);
-- Serves: removing what is older than a day.
create index organization_history_by_time on organization_history (time);
