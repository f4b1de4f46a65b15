-- Tells every server that a session, a user or an API key that it holds in memory may have changed. One notification a transaction.
create function notify_session_changes() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_changes', '');
  return null;
end $$;
create trigger notify_session_changes after delete or truncate on sessions
  for each statement execute function notify_session_changes();
-- The use of a session only ever postpones its end.
create trigger notify_shorter_session after update of expires on sessions
  for each row when (new.expires < old.expires) execute function notify_session_changes();
create trigger notify_session_changes after delete or truncate or update of email, name, org_id, can_manage, can_admin on users
  for each statement execute function notify_session_changes();
create trigger notify_session_changes after update of name on organizations
  for each statement execute function notify_session_changes();
create trigger notify_session_changes after delete or truncate or update of name, org_id, secret_hash on api_keys
  for each statement execute function notify_session_changes();
