-- The organization that the station belonged to at the time, which alone reads who maintained it and why.
alter table maintenance_windows add column org_id integer references organizations on delete cascade;

create function set_maintenance_organization() returns trigger language plpgsql as $$
begin
  new.org_id := (select org_id from stations where name = new.station_name);
  return new;
end $$;
create trigger set_organization before insert on maintenance_windows
  for each row execute function set_maintenance_organization();

-- Of earlier maintenance, the audit knows the organization.
update maintenance_windows w set org_id = coalesce((
  select a.org_id from audit_entries a
  where a.target = 'station ' || w.station_name and a.action = 'startMaintenance' and a.at <= w.starts + interval '1 minute'
  order by a.id desc limit 1
), (select s.org_id from stations s where s.name = w.station_name));

-- Serves: the maintenance of an organization.
create index maintenance_windows_by_organization on maintenance_windows (org_id, ended_at desc);
