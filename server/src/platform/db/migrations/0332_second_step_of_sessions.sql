-- Every server keeps sessions in memory, with whether their users have a second factor.
create trigger notify_session_changes after insert or delete or truncate on totp_apps
  for each statement execute function notify_session_changes();
create trigger notify_session_changes after insert or delete or truncate on passkeys
  for each statement execute function notify_session_changes();
