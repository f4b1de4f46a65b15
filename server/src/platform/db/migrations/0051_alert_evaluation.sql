-- What alert rules need to know of the batteries in a station's charger, as JSON, from its newest snapshot. Null without batteries.
alter table station_states add column batteries text;

-- Names of the stations that an alert of several stations is about.
alter table alerts add column members text[] not null default '{}';
