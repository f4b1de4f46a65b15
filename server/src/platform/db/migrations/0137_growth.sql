-- Indexes for what is removed, and for what lists count.

-- Serves: removing the home group of fingerprints.
create index error_fingerprints_by_home on error_fingerprints (home_group_id) where home_group_id is not null;
-- Serves: removing a resolution with its group.
create index error_resolutions_by_group on error_resolutions (group_id);
-- Serves: removing old entries.
create index ownership_history_by_time on ownership_history (at, id);
-- Serves: removing old maintenance.
create index maintenance_windows_ended on maintenance_windows (ended_at, id) where ended_at is not null;
-- Serves: how many alerts of a rule are active.
create index alert_matches_active on alert_matches (rule_id) where ended_at is null;
