-- Indexes of tables that are written to meanwhile. Each is removed first, in case it was not completed.

-- Serves: what is removed of a station that moves to another organization.
drop index concurrently if exists alert_conditions_by_subject;
create index concurrently alert_conditions_by_subject on alert_conditions (subject);

-- Serves: the stations of a site, and a site that is deleted.
drop index concurrently if exists stations_by_site;
create index concurrently stations_by_site on stations (org_id, site_id) where site_id is not null;
