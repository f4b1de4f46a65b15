-- Organizations and people may make more kinds of calls only so often: tests, and what resolves names or sends mail to strangers.
alter table channel_tests add column action text not null default 'test';
alter table device_tests add column action text not null default 'test';
