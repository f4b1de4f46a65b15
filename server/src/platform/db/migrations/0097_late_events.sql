-- What late events change in the history and has not been changed yet: the points of a station from `minute` up to, but without, `until`.
-- Points from `until` on are done. A row without swaps and errors is of a door or a pad.
create table station_history_late (
  station_name text not null references stations,
  minute timestamptz not null,
  until timestamptz not null check (minute < until),
  swaps bigint not null,
  errors bigint not null,
  -- Serves: a station's rows.
  primary key (station_name, minute, until)
);
