-- Keys end, may be limited to some addresses, and say from where they were used. Keys from before, and those that a server of the release before
-- creates, never end.
alter table api_keys
  -- Whether staff created it for a customer, whose users do not read their names. True if that is not known.
  add by_staff boolean not null default true,
  add ends timestamptz,
  -- When it got its current end, if that was after it was created.
  add renewed timestamptz,
  -- Addresses and networks from which it may be used: none means all.
  add addresses text[] not null default '{}',
  -- The network from which it was last used.
  add last_used_from text,
  -- The secret before the current one, which is valid for a short time.
  add old_secret_hash bytea check (octet_length(old_secret_hash) = 32),
  add old_secret_ends timestamptz,
  -- How many days before its end an email was last sent.
  add mailed_days integer,
  add constraint api_keys_old_secret check ((old_secret_hash is null) = (old_secret_ends is null));
update api_keys k set by_staff = false
where exists (select from users u where u.email = k.created_by and u.org_id = k.org_id);
