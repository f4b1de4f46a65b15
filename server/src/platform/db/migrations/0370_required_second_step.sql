-- The day (UTC) from which an organization requires a second factor of its users; null if it does not. Every server keeps sessions in memory, with that day.
alter table organizations add column second_step_from date;
create trigger notify_second_step after update of second_step_from on organizations
  for each statement execute function notify_session_changes();
-- The last email to a user who has none: about which day it was, and how many days before that it had to be sent.
create table second_step_mails (
  user_id integer primary key references users on delete cascade,
  required_from date not null,
  days integer not null
);
