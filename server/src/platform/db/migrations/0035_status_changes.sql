-- Who changed the status of an incident, and when: shown with its entry.

create table support_log_status_changes (
  id bigint generated always as identity primary key,
  entry_id bigint not null references support_log_entries,
  -- The name or email of who changed it.
  author text not null,
  status_before text not null,
  status_after text not null,
  changed timestamptz not null default now(),
  check (status_before <> status_after)
);
-- Serves: the status changes of an entry, newest first.
create index support_log_status_changes_by_entry on support_log_status_changes (entry_id, id desc);

-- Earlier changes are in the audit.
insert into support_log_status_changes (entry_id, author, status_before, status_after, changed)
select e.id, a.actor, a.before ->> 'status', a.after ->> 'status', a.at
from audit_entries a
join support_log_entries e on a.target = 'support log entry ' || e.id
where a.action = 'changeEntryStatus' and a.before ->> 'status' <> a.after ->> 'status'
order by a.id;
