-- Serves: the errors that happened in one minute of a station's chart. Where the station did not say when, that is when
-- they were logged.
create index station_errors_by_happening on station_errors (station_name, coalesce(occurred, time_logged));
