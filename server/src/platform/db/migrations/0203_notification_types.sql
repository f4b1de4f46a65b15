-- In a transaction of its own: the one that adds a constraint locks its table, and verifying stored rows takes as long as there are many.
alter table notifications validate constraint notifications_type_check;
