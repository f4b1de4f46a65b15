-- Each job is in fewer indexes, and wakes only those that run jobs of its kind.

-- Serves: how many jobs of an organization run.
drop index jobs_leased;
create index jobs_leased on jobs (org_id) where leased_until is not null and ended is null and org_id is not null;
drop index jobs_failed;
-- Serves: the jobs that were given up, newest first, and the checks of the database, which count them.
drop index jobs_given_up;
create index jobs_given_up on jobs (ended) where outcome = 'given_up' and key is null;

create or replace function tell_jobs() returns trigger language plpgsql as $$
begin
  perform pg_notify('jobs', new.kind);
  return null;
end $$;
drop trigger tell on jobs;
create trigger tell after insert on jobs for each row when (new.ended is null) execute function tell_jobs();
