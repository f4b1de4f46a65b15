-- Whether an alert that is no longer part of another one is that for the support only, which alone saw the other one.
alter table alerts add column orphaned_for_support boolean not null default false;
-- Serves: the alerts that explain why many stations are silent.
create index alerts_outages on alerts (kind) where ended_at is null and kind in ('no_reports', 'site_outage');
