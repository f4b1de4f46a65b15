-- Whether the person who started it was notified that it is about to end.
alter table maintenance_windows add column reminded boolean not null default false;
