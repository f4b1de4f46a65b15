-- The accounts elsewhere that people log in with. The issuer and the subject identify one; its email address may change.
create table identities (
  id bigint generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  issuer text not null,
  subject text not null,
  -- As of the last login; unknown for links from before.
  email text,
  linked timestamptz not null default now(),
  -- Unknown for links from before.
  last_used timestamptz,
  unique (issuer, subject),
  unique (user_id, issuer)
);
insert into identities (user_id, issuer, subject, linked)
select id, 'https://accounts.google.com', google_sub, created from users where google_sub is not null;

-- A server of the release before links Google accounts in `users`.
create function link_google_account() returns trigger language plpgsql as $$
begin
  insert into identities (user_id, issuer, subject)
  values (new.id, 'https://accounts.google.com', new.google_sub) on conflict do nothing;
  return null;
end $$;
create trigger link_google_account after update of google_sub on users
  for each row when (new.google_sub is not null and new.google_sub is distinct from old.google_sub)
  execute function link_google_account();

-- How users of an organization log in at its identity provider.
create table single_sign_on (
  org_id integer primary key references organizations on delete cascade,
  name text not null,
  issuer text not null,
  client_id text not null,
  -- The client secret, encrypted with a key that is derived from the server's secret key.
  sealed bytea not null,
  -- Email addresses count although the provider does not say that it has verified them.
  trusts_emails boolean not null,
  -- The claim by whose values users are managers; null leaves that to managers.
  role_claim text,
  manager_values text[] not null,
  creates_users boolean not null,
  is_on boolean not null,
  rev integer not null default 1,
  edited timestamptz not null default now(),
  edited_by text not null
);
-- A domain belongs to one organization.
create table single_sign_on_domains (
  domain text primary key check (domain = lower(domain)),
  org_id integer not null references single_sign_on on delete cascade
);
-- Serves: the domains of an organization.
create index single_sign_on_domains_by_organization on single_sign_on_domains (org_id, domain);

-- The ID token with which somebody logged in, encrypted, to log out with at the identity provider.
alter table sessions add column id_token bytea;
alter table pending_logins add column id_token bytea;
create trigger notify_single_sign_on after insert or delete or update on single_sign_on
  for each statement execute function notify_any_change('organizations', 'true');
