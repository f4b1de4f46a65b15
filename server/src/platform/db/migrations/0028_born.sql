-- `seq` of the newest birth taken in, in the boot that is current: a death that names an earlier one is that of a connection which has
-- been followed by another. 0 before the first birth.
alter table station_states add column born_seq bigint not null default 0;
