-- Browsers in which users have logged in lately, by the hash of the random name that their cookie has.
create table known_devices (
  user_id integer not null references users on delete cascade,
  device_hash bytea not null,
  last_used timestamptz not null,
  -- Its user has said that it is not theirs: the next login in it is reported again.
  is_rejected boolean not null default false,
  primary key (user_id, device_hash)
);
-- Serves: removing those that have not been used for long.
create index known_devices_by_use on known_devices (last_used);
-- A session in a browser that was not known, until its user has said that it is theirs. Unknown for sessions of servers before.
alter table sessions add column device_hash bytea, add column is_new_device boolean not null default false;
alter table users add column mails_new_device boolean not null default true;
