-- Who changed what, and what must not happen twice.

create table audit_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  -- `user`, `api_key`, `station`, `anonymous` or `server`, and the name it goes by.
  actor_kind text not null check (actor_kind in ('user', 'api_key', 'station', 'anonymous', 'server')),
  actor text not null,
  ip text,
  request_id text not null,
  -- Name of the call, and what it changed: a station, a user, …
  action text not null,
  target text not null,
  org_id integer references organizations,
  -- What changed, as it was and as it is. Never a secret.
  before jsonb,
  after jsonb
);
-- Serves: the changes of one thing, newest first.
create index audit_entries_by_target on audit_entries (target, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is only ever added to', tg_table_name;
end $$;
create trigger append_only before update or delete or truncate on audit_entries
  for each statement execute function refuse_change();

create table idempotency_keys (
  -- Who asked, which call, and the key they chose.
  principal text not null,
  action text not null,
  key text not null check (char_length(key) between 1 and 255),
  -- SHA-256 of what was asked: the same key with another body is a mistake.
  request_hash bytea not null,
  status integer not null,
  -- Text of the answer's body; null when it held a secret and cannot be given again.
  body text,
  created timestamptz not null default now(),
  primary key (principal, action, key)
);
-- Serves: the sweep of keys older than a day.
create index idempotency_keys_by_age on idempotency_keys (created);
