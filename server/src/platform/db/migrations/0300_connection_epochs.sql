-- The number of the connection over which a station last reported. Servers number the connections that they accept in ascending order, so a server that was
-- frozen while its station connected to another one cannot change the station's state any more.
create sequence connection_epochs as bigint;
alter table station_states add column epoch bigint not null default 0;
