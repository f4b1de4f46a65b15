-- Live video that people watch. The picture itself never comes here.

create table streams (
  -- 128 random bits in hex.
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  station_name text not null references stations,
  user_id integer not null references users on delete cascade,
  -- The session it was opened with; null once that is gone, which ends the stream.
  session_hash bytea references sessions on delete set null,
  opened timestamptz not null,
  -- When someone last said that they watch.
  last_heartbeat timestamptz not null,
  -- Candidates of the viewer that were passed on.
  candidates integer not null default 0,
  ended timestamptz
);
-- Serves: counting the streams of a station, a user and all, and looking for those that must end.
create index streams_running on streams (station_name) where ended is null;
-- Serves: counting how often a station was asked lately.
create index streams_by_station on streams (station_name, opened);
-- Serve: what ends with a session and a user.
create index streams_by_session on streams (session_hash) where session_hash is not null;
create index streams_by_user on streams (user_id);
-- Serves: the sweep of streams that ended long ago.
create index streams_by_end on streams (ended) where ended is not null;
