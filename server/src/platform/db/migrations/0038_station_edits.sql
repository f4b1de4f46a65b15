-- Who changed a station's own data last, and when: a later edit says which of them it was made from.

alter table stations
  -- Grows strictly with each edit; null before the first.
  add column edited timestamptz,
  -- Name of the user who edited last, or their email.
  add column edited_by text,
  add constraint stations_edited check ((edited is null) = (edited_by is null));
