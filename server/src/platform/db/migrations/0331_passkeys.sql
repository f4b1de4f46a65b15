-- Passkeys and security keys. Their public keys are no secrets.
create table passkeys (
  id bigint generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  -- Signatures made so far, as far as the key counts them: many never do.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  added timestamptz not null default now(),
  last_used timestamptz
);
-- Serves: a user's passkeys.
create index passkeys_by_user on passkeys (user_id, id);
-- Challenges whose answer was accepted: each is accepted once.
create table used_challenges (
  challenge_hash bytea primary key,
  expires timestamptz not null
);
-- Serves: removing those that have expired.
create index used_challenges_by_expiry on used_challenges (expires);
