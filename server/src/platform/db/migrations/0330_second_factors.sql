-- What people prove who they are with besides their password. Secrets of apps are encrypted, and codes are hashed, with the server's secret key.
create table totp_apps (
  user_id integer primary key references users on delete cascade,
  sealed bytea not null,
  added timestamptz not null default now(),
  last_used timestamptz,
  -- The latest accepted period of 30 seconds since 1970: no code is accepted twice.
  last_step bigint not null
);
create table recovery_codes (
  user_id integer not null references users on delete cascade,
  code_hash bytea not null,
  made timestamptz not null default now(),
  primary key (user_id, code_hash)
);
-- Logins whose password or Google account is right, and which wait for the second step.
create table pending_logins (
  token_hash bytea primary key,
  user_id integer not null references users on delete cascade,
  signed_in_by text not null,
  expires timestamptz not null
);
-- Serves: removing a user's, and those that have expired.
create index pending_logins_by_user on pending_logins (user_id);
create index pending_logins_by_expiry on pending_logins (expires);

-- When the person last proved who they are; unknown for sessions of servers before. Every server keeps sessions in memory.
alter table sessions add column second_step text, add column confirmed timestamptz;
create trigger notify_confirmed_session after update of confirmed on sessions
  for each row when (new.confirmed is distinct from old.confirmed) execute function notify_session_changes();
