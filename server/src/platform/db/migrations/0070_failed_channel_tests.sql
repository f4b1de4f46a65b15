-- Whether the last test of a channel failed.
alter table channels add column last_test_failed boolean not null default false;
