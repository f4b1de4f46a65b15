-- Entries of the audit log can be removed in the order of the chain, once they are older than a year. Where the chain then starts is kept, so that
-- the rest can still be verified.

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('groundcrew.removing_audit', true) = 'on' then
    return null;
  end if;
  raise exception '% is only ever added to', tg_table_name;
end $$;

-- Removes at most so many entries that were added before a time, and returns their number. With the rights of the owner, because a server may
-- remove none itself.
create function remove_audit_entries(older_than timestamptz, at_most integer) returns bigint
language plpgsql security definer as $$
declare
  last_position bigint;
  ids bigint[];
begin
  if older_than > now() - interval '365 days' then
    raise exception 'entries of the last year are kept';
  end if;
  perform from audit_chain_ends for update;
  with first as (
    select c.position, e.at from audit_chain c join audit_entries e on e.id = c.entry_id order by c.position limit at_most
  )
  select max(position) into last_position from first
  where position < coalesce((select min(position) from first where at >= older_than), 9223372036854775807);
  if last_position is null then
    return 0;
  end if;
  update audit_chain_ends set start_position = last_position,
    start_hash = (select hash from audit_chain c where c.position = last_position);
  perform set_config('groundcrew.removing_audit', 'on', true);
  with gone as (delete from audit_chain where position <= last_position returning entry_id)
  select array_agg(entry_id) into ids from gone;
  delete from audit_entries where id = any(ids);
  perform set_config('groundcrew.removing_audit', '', true);
  return cardinality(ids);
end $$;

do $$ begin
  execute format('alter function remove_audit_entries set search_path = %I, pg_catalog, pg_temp', current_schema());
end $$;
