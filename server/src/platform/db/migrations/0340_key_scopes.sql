-- The calls that an API key may make. A key from before, or one that a server of the release before creates, reads all that keys could read.
alter table api_keys
  add scopes text[] not null default '{read_fleet,read_errors}',
  add constraint api_keys_scopes check (
    cardinality(scopes) > 0 and scopes <@ '{read_fleet,read_errors,write_errors,maintenance}'::text[]
  );
