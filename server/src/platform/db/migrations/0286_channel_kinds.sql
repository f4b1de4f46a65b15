-- The kinds of channels are those that the server knows, which checks them when a channel is created.
alter table channels drop constraint channels_kind_check;
