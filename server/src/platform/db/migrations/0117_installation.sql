-- Tells this installation from others that send to the same receivers. Those know alerts before `first_alert` without it.
create table installation (
  only_one boolean primary key default true check (only_one),
  id text not null,
  first_alert integer not null
);
insert into installation (id, first_alert)
select left(replace(gen_random_uuid()::text, '-', ''), 16), coalesce(max(id), 0) + 1 from alerts;
