-- The entries of a transaction are linked together: one update of the end of the chain for up to 10,000 of them, instead of one for each.

-- Runs for each entry when its transaction is committed. The first one links all later ones of the transaction, for which there is then nothing to
-- do. Entries that were added after a savepoint have another `xmin` and are linked one after another.
create or replace function link_audit_entry() returns trigger language plpgsql security definer as $$
declare
  last_position bigint;
  last_hash bytea;
  entry audit_entries;
  ids bigint[] := '{}';
  hashes bytea[] := '{}';
begin
  if exists (select from audit_chain c where c.entry_id = new.id) then
    return null;
  end if;
  select position, hash into strict last_position, last_hash from audit_chain_ends for update;
  for entry in
    select e.* from audit_entries e
    where e.id between new.id and new.id + 9999 and (e.id = new.id or e.xmin = pg_current_xact_id()::xid)
      and not exists (select from audit_chain c where c.entry_id = e.id)
    order by e.id
  loop
    last_hash := audit_hash(last_hash, entry);
    ids := ids || entry.id;
    hashes := hashes || last_hash;
  end loop;
  update audit_chain_ends set position = last_position + cardinality(ids), hash = last_hash;
  insert into audit_chain (position, entry_id, hash)
    select last_position + nth, id, hash from unnest(ids, hashes) with ordinality as links(id, hash, nth);
  return null;
end $$;

do $$ begin
  -- Tables of another schema, temporary ones included, must not take the place of these.
  execute format('alter function link_audit_entry() set search_path = %I, pg_catalog, pg_temp', current_schema());
end $$;
-- The ids of a transaction are few, which a plan for the ids in question would have to find out each time.
alter function link_audit_entry() set plan_cache_mode = force_generic_plan;
