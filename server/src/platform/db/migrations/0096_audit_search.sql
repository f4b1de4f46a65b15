-- Serves: the entries about a station, also those of refused calls, whose target is as the request spelled it (`station "gc-1", camera "pad"`).
create index audit_entries_by_station on audit_entries (substring(target from '^station "?([a-z0-9-]+)'), at, id)
  where target like 'station %';

-- Serves: the search for a part of a name or an address. Without the extension, which is part of PostgreSQL's contrib packages, the search
-- reads all entries.
do $$ begin
  create extension if not exists pg_trgm;
  -- It may exist in a schema outside the search path.
  execute format(
    $index$create index audit_entries_search on audit_entries
      using gin (lower(target || E'\n' || actor || E'\n' || coalesce(ip, '')) %s.gin_trgm_ops)$index$,
    (select extnamespace::regnamespace from pg_extension where extname = 'pg_trgm'));
exception when undefined_file or insufficient_privilege or feature_not_supported then
  raise warning 'the audit log is searched without an index: %', sqlerrm;
end $$;
