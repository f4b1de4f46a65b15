-- Serves: removing old messages.
create index messages_by_time on messages (created);
