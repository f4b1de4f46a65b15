-- An answer that promises what is still to be done counts for a moment only, until it is confirmed: the server may end before it
-- does it, and then the same request must be able to ask again.

alter table idempotency_keys add column provisional_until timestamptz;
