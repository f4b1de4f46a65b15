-- The session in which a browser was new last, by which the link of the email finds it also once that session has ended.
alter table known_devices add column new_session bigint;
update known_devices k set new_session = (
  select max(s.id) from sessions s where s.user_id = k.user_id and s.device_hash = k.device_hash and s.is_new_device
);
