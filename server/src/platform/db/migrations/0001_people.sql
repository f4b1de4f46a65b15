-- Organizations, the people in them, and their sessions.

create table organizations (
  id integer generated always as identity primary key,
  name text not null unique check (name = btrim(name) and char_length(name) between 1 and 100),
  created timestamptz not null default now()
);

create table users (
  id integer generated always as identity primary key,
  -- Always lower case; compared as it is.
  email text not null unique check (email = lower(email)),
  name text not null default '',
  org_id integer not null references organizations,
  can_manage boolean not null default false,
  can_admin boolean not null default false,
  -- argon2id in PHC form; null until the invitation is accepted.
  password_hash text,
  google_sub text unique,
  created timestamptz not null default now()
);
-- Serves: the user list of an organization.
create index users_by_organization on users (org_id, email);

create table sessions (
  -- SHA-256 of the cookie's 256 random bits.
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id integer not null references users on delete cascade,
  created timestamptz not null default now(),
  -- Last request made by a person; background polls do not move it.
  last_used timestamptz not null default now(),
  expires timestamptz not null
);
-- Serves: ending every session of a user.
create index sessions_by_user on sessions (user_id);
-- Serves: the sweep of expired sessions.
create index sessions_by_expiry on sessions (expires);
