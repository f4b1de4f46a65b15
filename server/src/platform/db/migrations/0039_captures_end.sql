-- A capture is under way at the server that was asked for it. Other servers see here whether it still is.

alter table captures add column ended timestamptz;
update captures set ended = created;
