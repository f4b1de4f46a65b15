-- True if the person who is named beside it is one of the provider's staff, whose names customers do not see.
alter table alert_rules
  add column edited_by_staff boolean not null default false,
  add column off_by_staff boolean not null default false;
alter table channels
  add column created_by_staff boolean not null default false,
  add column edited_by_staff boolean not null default false,
  add column paused_by_staff boolean not null default false;

create view staff_names as
  select unnest(array[u.name, u.email]) as name from users u join organizations o on o.id = u.org_id where o.is_provider;

update alert_rules set edited_by_staff = edited_by in (select name from staff_names),
  off_by_staff = coalesce(off_by in (select name from staff_names), false);
update channels set created_by_staff = created_by in (select name from staff_names),
  edited_by_staff = coalesce(edited_by in (select name from staff_names), false),
  paused_by_staff = coalesce(paused_by in (select name from staff_names), false);

drop view staff_names;
