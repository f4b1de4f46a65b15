-- Errors of stations in maintenance count in triage like those of any other: maintenance is said beside the counts, not subtracted from them.
create or replace function mark_triaged() returns trigger language plpgsql as $$
begin
  new.is_triaged := new.actual and new.retired is null and not exists (
    select from organizations where id = new.org_id and is_internal);
  return new;
end $$;
drop trigger mark_triaged on stations;
create trigger mark_triaged before insert or update of actual, retired, org_id, is_triaged on stations
  for each row execute function mark_triaged();
update stations set is_triaged = is_triaged where maintenance_id is not null;
