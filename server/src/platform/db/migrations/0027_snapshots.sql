-- Makes taking in snapshots cheap: nearly all that PostgreSQL does is writing them.

-- Apart from the states, which are looked through every few seconds and are small without them. Not compressed, which would cost
-- more than all else; up to 8 KB beside the key and not in a table of their own, with room for the next one on the same page.
create table station_snapshots (
  station_name text primary key references stations,
  -- The whole last snapshot as JSON. Text, since it was written from what had been checked and is only ever read back as text.
  snapshot text not null
) with (fillfactor = 50, toast_tuple_target = 8160);
alter table station_snapshots alter column snapshot set storage external;
insert into station_snapshots (station_name, snapshot)
select station_name, snapshot::text from station_states where snapshot is not null;
alter table station_states drop column snapshot;

-- An index on a column that every write changes makes every write an entry in each index. Looking through the small rows for
-- changes costs less. With room for a second version of each row, writes stay on their pages.
drop index station_states_by_change;
alter table station_states set (fillfactor = 50);
