-- Serves: the number of stations in maintenance, of all organizations and of one.
create index stations_in_maintenance on stations (org_id) where maintenance_id is not null;
-- Serves: the active alerts of an organization.
create index alerts_active_of_organization on alerts (org_id) where ended_at is null;
