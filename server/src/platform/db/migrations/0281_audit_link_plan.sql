-- The plan of the links is made once for a connection, often while the chain is short. Read as a whole for each entry, as is cheapest then, a chain that
-- grows by 20,000 entries in a transaction made its commit take longer than a statement may.
alter function link_audit_entry() set enable_seqscan = off;
