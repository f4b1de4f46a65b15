-- Sites of an organization's stations, and tags of stations.
create table sites (
  id integer generated always as identity primary key,
  org_id integer not null references organizations on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  place text not null default '' check (char_length(place) <= 120),
  lat double precision check (lat between -90 and 90),
  lng double precision check (lng between -180 and 180),
  radius_m integer not null default 500 check (radius_m between 50 and 5000),
  time_zone text,
  note text not null default '' check (char_length(note) <= 500),
  rev integer not null default 1,
  check ((lat is null) = (lng is null)),
  unique (org_id, id)
);
-- Serves: one name a site in an organization, and the sites of an organization by name.
create unique index sites_by_name on sites (org_id, lower(name));

-- A station's site is one of its organization.
alter table stations add column site_id integer;
alter table stations add constraint stations_site_fkey foreign key (org_id, site_id) references sites (org_id, id)
  on delete set null (site_id);

create table station_tags (
  id integer generated always as identity primary key,
  org_id integer not null references organizations on delete cascade,
  name text not null check (name ~ '^[a-z0-9_.-]{1,30}$'),
  meaning text not null check (meaning in ('plain', 'caution')),
  note text not null default '' check (char_length(note) <= 120),
  rev integer not null default 1,
  unique (org_id, name)
);

-- The tags that stations have: of their organization, or of the provider.
create table tagged_stations (
  station_name text not null references stations on delete cascade,
  tag_id integer not null references station_tags on delete cascade,
  primary key (station_name, tag_id)
);
-- Serves: the stations with a tag, which change with it.
create index tagged_stations_by_tag on tagged_stations (tag_id);

-- Stations for which no site is suggested.
create table unsuggested_stations (
  station_name text primary key references stations on delete cascade
);

-- A station that moves to another organization leaves its site, and loses the tags of the organization before.
create function leave_site() returns trigger language plpgsql as $$
begin
  if new.site_id is not distinct from old.site_id then
    new.site_id := null;
  end if;
  return new;
end $$;
create trigger leave_site before update of org_id on stations for each row
  when (old.org_id <> new.org_id) execute function leave_site();

create function lose_tags() returns trigger language plpgsql as $$
begin
  delete from tagged_stations s using station_tags t join organizations o on o.id = t.org_id
  where s.station_name = new.name and t.id = s.tag_id and t.org_id <> new.org_id and not o.is_provider;
  delete from unsuggested_stations where station_name = new.name;
  return null;
end $$;
create trigger lose_tags after update of org_id on stations for each row
  when (old.org_id <> new.org_id) execute function lose_tags();

-- Sites and tags show in the rows of stations.
create trigger mark_on_insert after insert on tagged_stations referencing new table as rows
  for each statement execute function mark_stations_of_rows();
create trigger mark_on_delete after delete on tagged_stations referencing old table as rows
  for each statement execute function mark_stations_of_rows();

create function mark_stations_of_site() returns trigger language plpgsql as $$
begin
  perform 1 from stations where org_id = new.org_id and site_id = new.id order by name for no key update;
  update stations set changed_xid = pg_current_xact_id() where org_id = new.org_id and site_id = new.id;
  return null;
end $$;
create trigger mark after update of name on sites for each row
  when (old.name <> new.name) execute function mark_stations_of_site();

create function mark_stations_of_tag() returns trigger language plpgsql as $$
begin
  perform 1 from stations where name in (select station_name from tagged_stations where tag_id = new.id) order by name for no key update;
  update stations set changed_xid = pg_current_xact_id()
  where name in (select station_name from tagged_stations where tag_id = new.id);
  return null;
end $$;
create trigger mark after update of name, meaning on station_tags for each row
  when (old.name <> new.name or old.meaning <> new.meaning) execute function mark_stations_of_tag();

create trigger notify_sites after insert or delete or update on sites
  for each row execute function notify_organization_changes('sites', 'false');
create trigger notify_sites after insert or delete or update on station_tags
  for each row execute function notify_organization_changes('sites', 'false');

-- Pages of sites and tags count stations.
create function notify_of_site() returns trigger language plpgsql as $$
begin
  perform notify_change('sites', null, new.org_id, false);
  return null;
end $$;
create trigger notify_sites after update of site_id on stations for each row
  when (old.site_id is distinct from new.site_id) execute function notify_of_site();
create function notify_of_tags() returns trigger language plpgsql as $$
declare
  found record;
begin
  for found in
    select distinct s.org_id from changed join stations s on s.name = changed.station_name
  loop
    perform notify_change('sites', null, found.org_id, false);
  end loop;
  return null;
end $$;
create trigger notify_sites_on_insert after insert on tagged_stations referencing new table as changed
  for each statement execute function notify_of_tags();
create trigger notify_sites_on_delete after delete on tagged_stations referencing old table as changed
  for each statement execute function notify_of_tags();
