-- Pictures that stations take, and the right to bring them in.

create table captures (
  id text primary key,
  station_name text not null references stations,
  lights_on boolean not null,
  created timestamptz not null
);
-- Serves: counting how often a station was asked lately.
create index captures_by_station on captures (station_name, created);

-- One row a picture that was asked for. It outlives the picture: as long as there may be a file, there is a row that names it.
create table image_uploads (
  -- SHA-256 of the 256 random bits in the address.
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  capture_id text not null references captures,
  camera_id text not null,
  -- What the file is called in the store.
  file text not null unique,
  expires timestamptz not null,
  -- When the picture was taken in. No other can be brought in from then on.
  arrived timestamptz,
  unique (capture_id, camera_id)
);
-- Serves: the sweep of files nobody shows any more.
create index image_uploads_by_expiry on image_uploads (expires);

-- The latest picture of each camera.
create table camera_images (
  station_name text not null references stations,
  camera_id text not null,
  file text not null unique,
  bytes integer not null check (bytes > 0),
  -- When it was asked for: a picture that was asked for earlier never takes the place of a later one.
  asked timestamptz not null,
  last_modified timestamptz not null,
  primary key (station_name, camera_id)
);
