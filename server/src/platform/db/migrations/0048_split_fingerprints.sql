-- The fingerprint of which this one is the errors with one value, since a split.
alter table error_fingerprints add column split_from integer references error_fingerprints;
-- Serves: counting the parts of a fingerprint.
create index error_fingerprints_parts on error_fingerprints (split_from) where split_from is not null;
