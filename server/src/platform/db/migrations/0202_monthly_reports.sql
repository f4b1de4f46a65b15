-- People to whom a report of availability is sent each month: that of an organization, or of all (`org_id` is null).
create table report_recipients (
  org_id integer references organizations on delete cascade,
  user_id integer not null references users on delete cascade,
  added timestamptz not null,
  -- Serves: the recipients of a report.
  unique nulls not distinct (org_id, user_id)
);
-- Serves: removing users.
create index report_recipients_of_user on report_recipients (user_id);

-- The reports that were sent for a month, or not because nothing was recorded, so that it happens once.
create table reports_sent (
  month date not null,
  org_id integer references organizations on delete cascade,
  at timestamptz not null,
  unique nulls not distinct (month, org_id)
);

alter table topic_subscriptions drop constraint topic_subscriptions_topic_check;
alter table topic_subscriptions add constraint topic_subscriptions_topic_check
  check (topic in ('assigned', 'maintenance_ending', 'availability'));
alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in ('started', 'changed', 'acknowledged', 'ended', 'repeated',
  'escalated', 'flapping', 'assigned', 'maintenance_ending', 'availability', 'test')) not valid;
