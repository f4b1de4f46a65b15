-- Pages for screens on the wall. Whoever has the link of one sees the readiness of an organization's stations until it ends.
create table wallboards (
  id integer generated always as identity primary key,
  org_id integer not null references organizations on delete cascade,
  -- Made at random. The part of the token by which it is found.
  token_name text not null unique,
  -- SHA-256 of the token's 256 random bits.
  secret_hash bytea not null check (octet_length(secret_hash) = 32),
  name text not null check (char_length(name) between 1 and 60),
  -- The keys and values of a view of the stations list; null for all stations.
  view jsonb,
  pages text[] not null check (pages <@ '{now,map,month}' and cardinality(pages) > 0),
  turn_s integer not null check (turn_s between 10 and 120),
  theme text not null check (theme in ('dark', 'light')),
  rev integer not null default 1,
  created timestamptz not null default now(),
  ends timestamptz not null,
  -- Exact to a minute.
  last_used timestamptz,
  last_address text
);
-- Serves: the wallboards of an organization.
create index wallboards_by_organization on wallboards (org_id, id);

create trigger notify_wallboards after insert or delete or update of rev, ends on wallboards
  for each row execute function notify_organization_changes('wallboards', 'false');
