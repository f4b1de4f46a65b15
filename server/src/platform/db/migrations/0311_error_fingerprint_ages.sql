-- Indexes of tables that are written to meanwhile. They are removed first, in case one was not completed.
drop index concurrently if exists error_fingerprint_hours_by_age;
drop index concurrently if exists error_fingerprint_days_by_age;
-- Serve: removing the oldest hours and days.
create index concurrently error_fingerprint_hours_by_age on error_fingerprint_hours (hour);
create index concurrently error_fingerprint_days_by_age on error_fingerprint_days (day);
