-- For whom someone acted: `org_id` is the organization of the thing changed, which for the provider's people is another.

alter table audit_entries add column actor_org_id integer references organizations;

-- Serves: how much each organization's people did lately.
create index audit_entries_of_people on audit_entries (at, actor_org_id, request_id) where actor_org_id is not null;
