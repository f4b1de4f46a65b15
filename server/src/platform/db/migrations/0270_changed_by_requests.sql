-- Whether the request changed something, which is also said when its answer is given again.
alter table idempotency_keys add column has_changed boolean not null default true;
