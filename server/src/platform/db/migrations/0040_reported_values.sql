-- Whether a station reported the value in this minute, or an earlier value still counts.
alter table station_history rename column door_told to door_reported;
alter table station_history rename column pad_told to pad_reported;

-- When the image was requested.
alter table camera_images rename column asked to requested;
