-- Indexes of tables that are written to meanwhile. Each is removed first, in case it was not completed.

-- Serves: the groups with an effect on readiness, of which there are few.
drop index concurrently if exists error_groups_with_readiness_effect;
create index concurrently error_groups_with_readiness_effect on error_groups (id) where readiness_effect <> 'automatic';

-- Serves: the swaps and movements that failed at a station since its last swap, newest first.
drop index concurrently if exists station_errors_failed_jobs;
create index concurrently station_errors_failed_jobs on station_errors (station_name, (least(occurred, time_logged)))
  where time_handled is null and (job_type ~* 'swap' or job_type ~ '^(home|self_test|open_|close_)');

-- Serves: the unresolved errors of a station in a group, oldest first.
drop index concurrently if exists station_errors_unresolved_of_fingerprint;
create index concurrently station_errors_unresolved_of_fingerprint on station_errors
  (station_name, fingerprint_id, (least(occurred, time_logged))) where time_handled is null;

-- Serves: the active alerts about several stations, which explain alerts about one of them.
drop index concurrently if exists alerts_with_members;
create index concurrently alerts_with_members on alerts (kind)
  where ended_at is null and kind in ('no_reports', 'site_outage', 'site_not_ready');
drop index concurrently if exists alerts_outages;
