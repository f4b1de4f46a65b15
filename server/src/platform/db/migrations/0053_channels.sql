-- Where notifications of an organization go.
create table channels (
  id integer generated always as identity primary key,
  org_id integer not null references organizations on delete cascade,
  kind text not null check (kind in
    ('email', 'webhook', 'slack', 'mattermost', 'teams', 'pagerduty', 'alertmanager', 'alertmanager_in')),
  name text not null,
  -- As much of the address as may be displayed.
  address text not null,
  -- The whole address and the secrets as JSON, encrypted with a key that is derived from the server's secret key.
  sealed bytea not null,
  -- Until then the previous secret is valid too.
  old_secret_until timestamptz,
  -- Paused until a time, or until somebody resumes it if that is null. By nobody: the channel paused itself.
  paused timestamptz,
  paused_until timestamptz,
  paused_by text,
  pause_reason text,
  -- Since the first failed attempt after the last success. `gave_up` is when a message failed for good.
  failing_since timestamptz,
  failures integer not null default 0,
  last_failure text,
  gave_up timestamptz,
  last_ok timestamptz,
  last_tested timestamptz,
  created timestamptz not null default now(),
  created_by text not null,
  -- Is informed when the channel fails.
  creator_id integer references users on delete set null,
  edited timestamptz,
  edited_by text,
  rev integer not null default 1,
  unique (org_id, name),
  check (paused is not null or (paused_until is null and paused_by is null and pause_reason is null))
);
-- Serves: removing a user.
create index channels_by_creator on channels (creator_id);

create trigger notify_channels after insert or delete or update on channels
  for each row execute function notify_organization_changes('channels', 'false');
