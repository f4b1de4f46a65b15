-- A station's points lie scattered over the table, among those written in the same minutes by all others. With every
-- column in the index, where they lie together, a year is some 100 pages to read instead of one for each point.
alter table station_history drop constraint station_history_pkey;
alter table station_history add primary key (station_name, minute)
  include (swaps_performed, error_count, online, door, pad);

-- An index alone can be read only where vacuum has been: by default that is not before the table has grown by a fifth.
alter table station_history set (autovacuum_vacuum_insert_scale_factor = 0.01);
