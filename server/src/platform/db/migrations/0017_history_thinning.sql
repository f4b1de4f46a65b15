-- Up to when old history was thinned; one row.
create table history_thinning (
  only_one boolean primary key default true check (only_one),
  until timestamptz not null
);

-- What thinning takes out every day is a small part of the table, and by default would lie there for weeks.
alter table station_history set (autovacuum_vacuum_scale_factor = 0.01);
