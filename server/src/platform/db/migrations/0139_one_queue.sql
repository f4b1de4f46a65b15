-- Messages are jobs: one table has everything that servers lease, run and try again.

-- The order is kept among the jobs of a receiver, which gets one at a time; null where it does not matter.
alter table jobs add column receiver text;
-- The organization that has a share of the jobs that run at once; null for the server's own.
alter table jobs add column org_id integer;
-- The id under which its receiver recognizes a repeated job.
alter table jobs add column key text unique;
-- Attempts that have failed. Started ones during which a server stopped are not among them.
alter table jobs add column failures integer not null default 0;
-- A job that is `dropped` ended without being done, because there was nothing to do.
alter table jobs drop constraint jobs_outcome_check;
alter table jobs add constraint jobs_outcome_check check (outcome in ('done', 'dropped', 'given_up'));
update jobs set failures = attempts where ended is null and last_error is not null;

insert into jobs (kind, key, receiver, org_id, payload, created, run_after, attempts, failures, leased_until, last_error, ended, outcome)
select 'message', m.id, m.recipient, m.org_id, m.content, m.created, m.due, m.tries,
  (select count(*) from message_attempts a where a.message_id = m.id), m.leased_until, n.why, m.ended,
  case when m.ended is null then null when n.result = 'failed' then 'given_up' when n.result = 'not_sent' then 'dropped' else 'done' end
from messages m left join lateral (
  select result, case when result <> 'delivered' then nullif(why, '') end as why from notifications where message_id = m.id order by id limit 1
) n on true
order by m.created, m.id;

alter table message_attempts drop constraint message_attempts_message_id_fkey;
alter table message_attempts add foreign key (message_id) references jobs (key) on delete cascade;
alter table notifications drop constraint notifications_message_id_fkey;
alter table notifications add foreign key (message_id) references jobs (key) on delete set null;
drop table messages;

drop index jobs_waiting;
-- Serves: the search for jobs to do, of each kind, those that are tried again apart from others.
create index jobs_waiting on jobs (kind, (attempts > 0), run_after, id) where ended is null and receiver is null;
-- Serves: the search for receivers with jobs to do, and the state of their jobs.
create index jobs_of_receivers on jobs (receiver, run_after, id) where ended is null and receiver is not null;
-- Serves: how many jobs of an organization run.
create index jobs_leased on jobs (org_id) where leased_until is not null;
-- Serves: how many messages a receiver got in the last minute.
create index jobs_by_receiver on jobs (receiver, created) where receiver is not null;
-- Serves: removing old messages, and other jobs.
create index jobs_keyed on jobs (created) where key is not null;
create index jobs_ended on jobs (ended) where ended is not null and key is null;
-- Serves: how much waits and since when, for metrics, and servers of 0.1.0.
create index jobs_unended on jobs (kind, run_after) where ended is null;
-- Serves: the checks of the database, which count failed jobs.
create index jobs_failed on jobs (ended) where outcome = 'given_up';
-- Serves: the jobs that were given up, newest first.
create index jobs_given_up on jobs (id) where outcome = 'given_up' and key is null;
