-- Serves: forming messages, and what already waits for a recipient.
create index notifications_waiting_by_recipient on notifications (recipient, group_key) where result = 'held' and message_id is null;
