-- A single sign-on that is deleted and set up again has another revision, so that logins begun before are refused.
create sequence single_sign_on_revisions as integer;
select setval('single_sign_on_revisions', (select coalesce(max(rev), 0) + 1 from single_sign_on));
alter table single_sign_on alter column rev set default nextval('single_sign_on_revisions');
