-- An index of a table that is written to meanwhile. It is removed first, in case it was not completed.
drop index concurrently if exists stations_in_maintenance;
-- Serves: the number of stations in maintenance, of all organizations and of one; and deleting old maintenance, for each of which PostgreSQL looks for a
-- station that is in it.
create index concurrently stations_in_maintenance on stations (maintenance_id, org_id) where maintenance_id is not null;
