-- Serves: the log of deliveries of one rule, newest first.
create index notifications_by_rule on notifications (rule_id, id desc);
-- Serves: the log of deliveries with one result, newest first.
create index notifications_by_result on notifications (result, id desc);
