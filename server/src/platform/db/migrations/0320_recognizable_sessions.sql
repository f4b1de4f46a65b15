-- What people recognize a session of theirs by. Unknown for sessions from before, and for those that a server of the release before opens.
alter table sessions
  add id bigint generated always as identity unique,
  add signed_in_by text,
  add ip text,
  add agent text;
-- Null for a password that was set before this was recorded.
alter table users add password_set timestamptz;
