-- The request that an answer was for, by which its act can be undone also when the answer is given again.
alter table idempotency_keys add column request_id text;
