-- Which organization runs the fleet, so that its users see every station. The name may change; this does not.

alter table organizations add column is_provider boolean not null default false;
create unique index organizations_one_provider on organizations (is_provider) where is_provider;
