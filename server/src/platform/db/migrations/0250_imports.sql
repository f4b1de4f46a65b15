-- CSV files that admins import. Those that are not applied are removed after a day.
create table imports (
  id integer generated always as identity primary key,
  kind text not null,
  station_type text,
  file_name text not null,
  created timestamptz not null default now(),
  -- The email address of the admin who alone sees it until it is applied.
  created_by text not null,
  -- The file as it was uploaded; null once it was applied.
  content bytea,
  bytes integer not null,
  lines integer not null,
  encoding text not null,
  delimiter text not null,
  titles text[] not null,
  examples text[] not null,
  -- The fields that columns can be read into.
  fields jsonb not null,
  -- How the columns are read, and how many lines have each result; null before the first check.
  columns jsonb,
  counts jsonb,
  applied timestamptz,
  applied_by text,
  request_id text,
  undone timestamptz,
  undone_by text
);
-- Serves: the latest imports, and removing old ones.
create index imports_by_time on imports (applied desc, id desc);

-- What the last check found about each line, and then what was applied.
create table import_lines (
  import_id integer not null references imports on delete cascade,
  line integer not null,
  key text not null,
  result text not null check (result in ('added', 'changed', 'conflict', 'refused', 'unchanged')),
  changes jsonb not null,
  reason text,
  -- What the line is about, and its revision: at the first check, or as it was applied. Null for what did not exist.
  name text,
  rev text,
  primary key (import_id, line)
);

create trigger notify_imports after insert or delete or update on imports
  for each statement execute function notify_any_change('imports', 'true');
