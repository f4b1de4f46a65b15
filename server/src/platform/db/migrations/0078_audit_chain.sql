-- Audit entries say which program sent the request, and are linked by hashes, so that a later change of one is noticed.

alter table audit_entries add column agent text;

-- Serves: all entries, newest first, in a range of time.
create index audit_entries_by_time on audit_entries (at, id);
-- Serves: the entries of an organization, by what was changed and by who changed it.
create index audit_entries_by_organization on audit_entries (org_id, at, id);
create index audit_entries_by_actor_organization on audit_entries (actor_org_id, at, id) where actor_org_id is not null;
-- Serves: the entries of a person, and those of one kind of action.
create index audit_entries_by_actor on audit_entries (actor, at, id);
create index audit_entries_by_action on audit_entries (action, at, id);
-- Serves: the entries of one request.
create index audit_entries_by_request on audit_entries (request_id, at, id);
-- Serves: refused attempts.
create index audit_entries_refused on audit_entries (at, id) where action like 'refuse%';

-- The hash of each entry covers the one before it. In the order in which the transactions were committed.
create table audit_chain (
  position bigint primary key,
  entry_id bigint not null unique references audit_entries,
  hash bytea not null
);
create trigger append_only before update or delete or truncate on audit_chain
  for each statement execute function refuse_change();

-- The end of the chain, and where it starts: everything up to `start_position` has been removed because of its age.
create table audit_chain_ends (
  only_one boolean primary key default true check (only_one),
  position bigint not null,
  hash bytea not null,
  start_position bigint not null,
  start_hash bytea not null
);

-- The last verification of the chain by a server. `broken_at` is null while all entries fit.
create table audit_checks (
  only_one boolean primary key default true check (only_one),
  checked timestamptz not null,
  entries bigint not null,
  broken_entry bigint,
  broken_at timestamptz,
  reason text
);

-- The hash of an entry: of the one before it, and of everything in the entry. `server/src/audit/verify-chain.ts` computes the same.
create function audit_hash(previous bytea, entry audit_entries) returns bytea language sql stable as $$
  select sha256(previous || convert_to(jsonb_build_array(
    entry.id, (extract(epoch from entry.at) * 1000000)::bigint, entry.actor_kind, entry.actor, entry.actor_org_id, entry.ip,
    entry.agent, entry.request_id, entry.action, entry.target, entry.org_id, entry.before, entry.after)::text, 'UTF8'))
$$;

-- Runs when a transaction is committed: the row of `audit_chain_ends` is the last one that it locks, and only while it is committed.
-- With the rights of the owner, because a server may not write to the chain.
create function link_audit_entry() returns trigger language plpgsql security definer as $$
declare
  new_position bigint;
  new_hash bytea;
begin
  update audit_chain_ends set position = position + 1, hash = audit_hash(hash, new)
    returning position, hash into strict new_position, new_hash;
  insert into audit_chain (position, entry_id, hash) values (new_position, new.id, new_hash);
  return null;
end $$;

do $$
declare
  entry audit_entries;
  first bytea := decode(repeat('00', 32), 'hex');
  last bytea := first;
  count bigint := 0;
begin
  -- Tables of another schema, temporary ones included, must not take the place of these.
  execute format('alter function link_audit_entry() set search_path = %I, pg_catalog, pg_temp', current_schema());
  for entry in select e.* from audit_entries e order by id loop
    last := audit_hash(last, entry);
    count := count + 1;
    insert into audit_chain (position, entry_id, hash) values (count, entry.id, last);
  end loop;
  insert into audit_chain_ends (position, hash, start_position, start_hash) values (count, last, 0, first);
end $$;

create constraint trigger link_entry after insert on audit_entries deferrable initially deferred
  for each row execute function link_audit_entry();
