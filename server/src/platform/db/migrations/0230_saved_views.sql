-- Settings of the stations list with a name, of a person or shared with their organization.
create table saved_views (
  id integer generated always as identity primary key,
  org_id integer not null references organizations on delete cascade,
  -- The person who made it; null once deleted.
  owner_id integer references users on delete set null,
  name text not null check (char_length(name) between 1 and 60),
  -- Keys and values of the list's address.
  settings jsonb not null,
  shared boolean not null,
  rev integer not null default 1,
  changed_by text not null
);
-- Serves: the views of a person, whose names differ.
create unique index saved_views_by_owner on saved_views (owner_id, lower(name));
-- Serves: the views that are shared with an organization, and deleting one.
create index saved_views_by_organization on saved_views (org_id);

create trigger notify_saved_views after insert or update or delete on saved_views
  for each row execute function notify_organization_changes('saved_views', 'false');

-- The view that the list opens with, for each person who has chosen one.
create table default_views (
  user_id integer primary key references users on delete cascade,
  view_id integer not null references saved_views on delete cascade
);
-- Serves: the people who have chosen a view that is deleted or no longer shared.
create index default_views_by_view on default_views (view_id);

-- A session says which view the list opens with.
create trigger notify_session_changes after insert or update or delete on default_views
  for each statement execute function notify_session_changes();

-- What somebody has not shared is deleted with them.
create function delete_own_views() returns trigger language plpgsql as $$
begin
  delete from saved_views where owner_id = old.id and not shared;
  return old;
end $$;
create trigger delete_own_views before delete on users for each row execute function delete_own_views();
