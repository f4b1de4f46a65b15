-- Invitations are records of their own. One looks the same whether or not its address has an account in another organization.

create table invitations (
  org_id integer not null references organizations,
  -- Always lower case; compared as it is.
  email text not null check (email = lower(email)),
  -- Whether the account becomes a manager.
  can_manage boolean not null default false,
  -- Email of the user who invited last.
  invited_by text not null,
  -- When it was last sent; each time replaces the one before.
  sent timestamptz not null,
  expires timestamptz not null,
  -- When its latest mail was written; null before the first.
  mailed timestamptz,
  -- SHA-256 of the 256 random bits of the code in that mail; null where the mail had none.
  code_hash bytea check (octet_length(code_hash) = 32),
  primary key (org_id, email)
);
-- Serves: the invitations of an address.
create index invitations_by_email on invitations (email, sent);

-- Accounts that nobody has ever logged in to were invitations.
insert into invitations (org_id, email, can_manage, invited_by, sent, expires, mailed, code_hash)
select u.org_id, u.email, u.can_manage, 'A manager', coalesce(c.created, u.created),
  coalesce(c.expires, u.created + interval '72 hours'), c.created, c.code_hash
from users u left join password_codes c on c.user_id = u.id
where u.password_hash is null and u.google_sub is null and not u.can_admin;
delete from users u using invitations i where i.email = u.email and i.org_id = u.org_id;
