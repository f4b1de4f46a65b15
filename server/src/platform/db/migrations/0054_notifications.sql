-- Browsers that receive push messages.
create table devices (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  name text not null,
  endpoint text not null,
  -- SHA-256 of the endpoint, in hex. A browser has one subscription, whoever is logged in.
  endpoint_hash text not null unique,
  -- The browser's public key and its authentication secret (RFC 8291).
  p256dh bytea not null,
  auth bytea not null,
  created timestamptz not null default now(),
  last_sent timestamptz,
  ended timestamptz,
  end_reason text
);
-- Serves: the devices of a person.
create index devices_by_user on devices (user_id);

-- The key with which all servers identify themselves to push services (RFC 8292). The private part is encrypted like secrets of channels.
create table push_keys (
  id integer primary key default 1 check (id = 1),
  public_key bytea not null,
  sealed bytea not null,
  created timestamptz not null default now()
);

-- How people are notified of the alerts of a rule.
create table rule_subscriptions (
  user_id integer not null references users on delete cascade,
  rule_id integer not null,
  email boolean not null,
  push boolean not null,
  primary key (user_id, rule_id)
);
-- Serves: who is notified of an alert of a rule.
create index rule_subscriptions_by_rule on rule_subscriptions (rule_id);

-- How people are notified of what concerns them. Without a row the defaults apply.
create table topic_subscriptions (
  user_id integer not null references users on delete cascade,
  topic text not null check (topic in ('assigned', 'maintenance_ending')),
  email boolean not null,
  push boolean not null,
  primary key (user_id, topic)
);

-- When people are not to be notified: times of day in a time zone.
create table quiet_hours (
  user_id integer primary key references users on delete cascade,
  starts text not null,
  ends text not null,
  zone text not null,
  urgent_after_hour boolean not null
);

-- What is handed over at once to one recipient: one or several notifications. Attempts repeat the same content under the same id.
create table messages (
  -- `msg_` and random characters; receivers recognize repeated messages by it.
  id text primary key,
  -- `channel:`, `email:` or `push:` and the id of the channel, user or device.
  recipient text not null,
  content jsonb not null,
  created timestamptz not null default now(),
  tries integer not null default 0,
  due timestamptz not null default now(),
  -- Until then the message is some server's own.
  leased_until timestamptz,
  ended timestamptz
);
-- Serves: the search for messages to send.
create index messages_due on messages (due, id) where ended is null;
-- Serves: how many messages a recipient got in the last minute.
create index messages_by_recipient on messages (recipient, created);

create table message_attempts (
  id bigint generated always as identity primary key,
  message_id text not null references messages on delete cascade,
  at timestamptz not null default now(),
  status integer,
  ms integer not null,
  why text not null,
  answer text not null
);
-- Serves: the attempts of one message.
create index message_attempts_by_message on message_attempts (message_id, id);

-- Notifications of one recipient each: the queue of what is not yet in a message, and the log of what came of it.
create table notifications (
  id bigint generated always as identity primary key,
  created timestamptz not null default now(),
  org_id integer not null references organizations on delete cascade,
  type text not null check (type in ('started', 'changed', 'acknowledged', 'ended', 'repeated', 'escalated', 'flapping',
    'assigned', 'maintenance_ending', 'test')),
  alert_id bigint,
  -- Step of the escalation, from 0.
  step integer,
  title text not null,
  -- Of what is not about an alert: its text, and the path of its page.
  body text,
  path text,
  rule_id integer,
  rule text,
  -- As in `messages`. The names stay when the channel, person or device is removed.
  recipient text not null,
  channel_id integer references channels on delete set null,
  channel text,
  user_id integer references users on delete set null,
  person text,
  device_id integer references devices on delete set null,
  device text,
  -- Notifications of a recipient with the same key go in one message.
  group_key text not null,
  urgent boolean not null,
  -- Whether it is sent in quiet hours.
  passes_quiet boolean not null default false,
  -- Why it may not be sent before `send_after`: others may go in the same message, or quiet hours.
  send_after timestamptz not null default now(),
  result text not null default 'held' check (result in ('held', 'retrying', 'delivered', 'not_sent', 'failed')),
  why text not null default '',
  message_id text references messages on delete set null,
  sent timestamptz
);
-- Serves: forming messages.
create index notifications_waiting on notifications (send_after, id) where result = 'held' and message_id is null;
-- Serves: what a recipient was already notified of.
create index notifications_by_alert on notifications (alert_id, recipient);
-- Serves: storing what came of a message.
create index notifications_by_message on notifications (message_id);
-- Serves: the log, newest first, of all and of one organization.
create index notifications_by_time on notifications (created desc, id desc);
create index notifications_by_organization on notifications (org_id, id desc);
-- Serves: messages of a channel in the last 30 days.
create index notifications_by_channel on notifications (channel_id, created);
-- Serves: removing users and devices.
create index notifications_by_user on notifications (user_id);
create index notifications_by_device on notifications (device_id);

create function notify_notifications() returns trigger language plpgsql as $$
declare
  org integer;
begin
  for org in select distinct org_id from changed loop
    perform notify_change('notifications', null, org, false);
  end loop;
  perform pg_notify('notifications', '');
  return null;
end $$;
create trigger notify_insert after insert on notifications referencing new table as changed
  for each statement execute function notify_notifications();
create trigger notify_update after update on notifications referencing new table as changed
  for each statement execute function notify_notifications();
