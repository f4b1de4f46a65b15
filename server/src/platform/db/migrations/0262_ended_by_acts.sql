-- What ends with something that is resolved is kept, so that undoing the act can return it.
alter table ownership_history add column ended jsonb;

create or replace function end_ownership(ended_kind text, subjects text[]) returns void language sql as $$
  with ended as (
    delete from ownerships o using users u
    where o.kind = ended_kind and o.subject = any(subjects) and u.id = o.owner_id
    returning o.kind, o.subject, coalesce(nullif(u.name, ''), u.email) as owner, to_jsonb(o) as ended
  )
  insert into ownership_history (kind, subject, at, action, owner, ended)
  select kind, subject, now(), 'ended', owner, ended from ended
$$;

-- The effect that ended with the last resolution.
alter table error_groups add column ended_effect text not null default 'automatic'
  check (ended_effect in ('automatic', 'none', 'limit', 'block'));

create or replace function end_readiness_effect() returns trigger language plpgsql as $$
begin
  if old.state <> 'resolved' then
    new.ended_effect := new.readiness_effect;
  end if;
  new.readiness_effect := 'automatic';
  return new;
end $$;
drop trigger end_readiness_effect on error_groups;
create trigger end_readiness_effect before update of state on error_groups for each row
  when (new.state = 'resolved') execute function end_readiness_effect();
