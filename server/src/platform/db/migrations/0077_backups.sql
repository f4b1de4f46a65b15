-- Backups of this database, and attempts that failed. The files themselves may have been moved or deleted since.
create table backups (
  id integer generated always as identity primary key,
  -- Of a complete backup, the moment whose contents it has; of a failed one, when it began.
  taken timestamptz not null,
  finished timestamptz not null,
  file text not null,
  bytes bigint,
  -- Why it failed; null for a complete one.
  failure text,
  -- Whether a server made it by itself, rather than the backup command.
  is_scheduled boolean not null,
  check ((bytes is null) = (failure is not null))
);
-- Serves: the list of backups, and the newest complete one.
create index backups_newest on backups (finished desc, id desc);
