-- The fingerprints whose errors a resolution resolves. They may become part of another group, or be split, while it runs.
alter table error_resolutions add column fingerprints integer[];
update error_resolutions r
set fingerprints = (select coalesce(array_agg(f.id order by f.id), '{}') from error_fingerprints f where f.group_id = r.group_id);
alter table error_resolutions alter column fingerprints set not null;
