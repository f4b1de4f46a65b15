-- The effect of a group on the readiness of stations with unresolved errors of it, until the group is resolved.
alter table error_groups add column readiness_effect text not null default 'automatic'
  check (readiness_effect in ('automatic', 'none', 'limit', 'block'));

-- However a group is resolved, its effect ends with that.
create function end_readiness_effect() returns trigger language plpgsql as $$
begin
  new.readiness_effect := 'automatic';
  return new;
end $$;
create trigger end_readiness_effect before update of state on error_groups for each row
  when (new.state = 'resolved' and new.readiness_effect <> 'automatic') execute function end_readiness_effect();
