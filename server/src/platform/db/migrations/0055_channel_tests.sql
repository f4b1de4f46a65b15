-- When an organization has sent tests of channels in the last minute. It may be lost in a crash.
create unlogged table channel_tests (
  org_id integer not null references organizations on delete cascade,
  at timestamptz not null default now()
);
-- Serves: counting an organization's tests, and deleting those that no longer count.
create index channel_tests_by_organization on channel_tests (org_id, at);
