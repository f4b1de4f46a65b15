-- How people come to their passwords, what slows down guessing them, and keys for programs.

-- Of two organizations that differ only in capitals, one would be a trap.
create unique index organizations_by_lower_name on organizations (lower(name));

create table password_codes (
  -- One code a user: a newer one takes the place of an older.
  user_id integer primary key references users on delete cascade,
  -- SHA-256 of the code's 256 random bits.
  code_hash bytea not null check (octet_length(code_hash) = 32),
  created timestamptz not null,
  expires timestamptz not null
);

create table throttles (
  -- What is counted: the attempts on an account, or from a network.
  bucket text primary key,
  -- Attempts since the last good one.
  attempts integer not null check (attempts >= 0),
  -- An attempt before this is refused unseen.
  next_attempt timestamptz not null,
  last_attempt timestamptz not null
);
-- Serves: the sweep of buckets that nobody adds to any more.
create index throttles_by_age on throttles (last_attempt);

create table api_keys (
  id integer generated always as identity primary key,
  org_id integer not null references organizations,
  -- Made at random. Part of the key itself, which is how it is found.
  name text not null unique,
  description text not null check (char_length(description) <= 200),
  kind text not null default 'general' check (kind = 'general'),
  -- SHA-256 of the key's 256 random bits.
  secret_hash bytea not null check (octet_length(secret_hash) = 32),
  created timestamptz not null default now(),
  created_by text not null,
  -- Exact to a minute.
  last_used timestamptz
);
-- Serves: the keys of an organization.
create index api_keys_by_organization on api_keys (org_id, id);
