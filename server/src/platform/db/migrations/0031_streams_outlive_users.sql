-- The stream of a user who is deleted stays until it is closed at its station too: deleted with the user, nobody would close it.
alter table streams
  alter column user_id drop not null,
  drop constraint streams_user_id_fkey,
  add constraint streams_user_id_fkey foreign key (user_id) references users on delete set null;
