-- How a person reads times and temperatures, and their theme, which is null until they choose one. The release before leaves these columns alone.
alter table users
  add time_zone text not null default 'browser' check (time_zone in ('browser', 'station', 'utc')),
  add units text not null default 'fahrenheit' check (units in ('fahrenheit', 'celsius')),
  add theme text check (theme in ('browser', 'light', 'dark'));
-- Servers keep the preferences of whoever has a session.
create trigger notify_preference_changes after update of time_zone, units, theme on users
  for each statement execute function notify_session_changes();
