-- An alert has an owner for support staff and one for its organization. Both are looked up by their subjects: all owners of alerts were read for each alert
-- that ended.
create or replace function end_alert_ownership() returns trigger language plpgsql as $$
begin
  perform end_ownership('alert', array[new.id::text, new.id || '-' || new.org_id]);
  return null;
end $$;

-- A connection keeps the plans of functions, also those that it made while there were few alerts: then all of them are read for each row. Plans that
-- are made each time take a fraction of a millisecond.
alter function end_alert_ownership() set plan_cache_mode = force_custom_plan;
alter function revisit_alert() set plan_cache_mode = force_custom_plan;
