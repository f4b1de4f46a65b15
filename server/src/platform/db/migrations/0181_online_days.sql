-- Serves: the time that all stations were online in a range, without reading the rows.
create index readiness_days_link on readiness_days (day) include (org_id, station_name, link_s);
