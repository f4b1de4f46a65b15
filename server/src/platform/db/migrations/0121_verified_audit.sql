-- Up to where the audit log has been verified, so that the next verification reads only what was added since. `verified_entry` is the highest id
-- of an entry that is known to be in the chain, and `full_check` the last verification from the first entry on.
alter table audit_checks
  add column verified_position bigint,
  add column verified_hash text,
  add column verified_entry bigint,
  add column full_check timestamptz;
