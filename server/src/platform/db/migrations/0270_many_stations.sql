-- Serves: what is removed of a station that moves to another organization.
create index alert_conditions_by_subject on alert_conditions (subject);
-- Serves: the stations of a site, and a site that is deleted.
create index stations_by_site on stations (org_id, site_id) where site_id is not null;

-- Whether the request changed something, which is also said when its answer is given again.
alter table idempotency_keys add column has_changed boolean not null default true;
