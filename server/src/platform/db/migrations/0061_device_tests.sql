-- When a person has sent tests to their devices in the last minute. It may be lost in a crash.
create unlogged table device_tests (
  user_id integer not null references users on delete cascade,
  at timestamptz not null default now()
);
-- Serves: counting a person's tests, and deleting those that no longer count.
create index device_tests_by_user on device_tests (user_id, at);
