-- Work that a change causes and that must not be lost, such as sending a mail.

create table jobs (
  id bigint generated always as identity primary key,
  -- Says which handler takes the job; `payload` is what that handler reads. Never a secret.
  kind text not null,
  payload jsonb not null,
  -- The thing whose page shows how the job went; null when no page does.
  subject text,
  created timestamptz not null default now(),
  run_after timestamptz not null default now(),
  -- Begun attempts. A server that vanishes in the middle of one leaves it counted.
  attempts integer not null default 0,
  -- Until then the job is some server's own.
  leased_until timestamptz,
  -- Why the latest attempt failed.
  last_error text,
  ended timestamptz,
  outcome text check (outcome in ('done', 'given_up')),
  check ((ended is null) = (outcome is null))
);
-- Serves: the search for a job to do.
create index jobs_waiting on jobs (run_after, id) where ended is null;
-- Serves: how the jobs about one thing went.
create index jobs_by_subject on jobs (kind, subject, id) where subject is not null;

create function tell_jobs() returns trigger language plpgsql as $$
begin
  perform pg_notify('jobs', '');
  return null;
end $$;
create trigger tell after insert on jobs for each statement execute function tell_jobs();
