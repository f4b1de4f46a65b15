-- Who views a group of errors, the open errors of a station or an incident at the moment. It may be lost in a crash.
create unlogged table viewers (
  kind text not null check (kind in ('group', 'station', 'incident')),
  -- As in ownerships.
  subject text not null,
  user_id integer not null references users on delete cascade,
  -- When they last said so.
  seen timestamptz not null,
  primary key (kind, subject, user_id)
);
-- Serves: removing the person.
create index viewers_by_user on viewers (user_id);
-- Serves: deleting those who no longer view it.
create index viewers_by_time on viewers (seen);
