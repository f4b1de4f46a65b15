-- The oldest version of the program that can use the tables after a migration; null is any. Older servers than that refuse to start.
alter table migrations add column if not exists oldest_version text;
