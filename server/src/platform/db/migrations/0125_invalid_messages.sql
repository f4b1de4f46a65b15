-- The first invalid message of each station since its last valid snapshot, as JSON: when, on which topic, and what is wrong with it.
alter table station_states add column invalid_messages text;
