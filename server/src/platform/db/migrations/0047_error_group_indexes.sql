-- Fingerprints are never deleted, and checking that on each insert took a tenth of the time to store an error.
alter table station_errors drop constraint station_errors_fingerprint_id_fkey;

-- Serves: the open errors of a group, newest first, and resolving all of them. In the order of the page, so that it is read without sorting
-- all errors of a large group.
create index station_errors_open_of_fingerprint on station_errors (fingerprint_id, time_logged desc, id desc)
  where time_handled is null and supportlog_entry_id is null;
drop index station_errors_open_by_fingerprint;
