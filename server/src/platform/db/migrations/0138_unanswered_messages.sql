-- Whether the recipient of a notification may have got it in an attempt that failed without an answer, so that it gets the end of what it is about.
alter table notifications add may_have_arrived boolean not null default false;
