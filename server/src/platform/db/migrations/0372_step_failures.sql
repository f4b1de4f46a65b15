-- Wrong codes of a user since the last right one or passkey.
create table step_failures (
  user_id integer primary key references users on delete cascade,
  failures integer not null
);
