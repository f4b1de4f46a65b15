-- The index is removed first, in case it was not completed.
drop index concurrently if exists api_keys_by_end;
-- Serves: the keys that end soon, and removing those that ended long ago.
create index concurrently api_keys_by_end on api_keys (ends) where ends is not null;
