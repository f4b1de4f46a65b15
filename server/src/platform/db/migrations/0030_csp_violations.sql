-- What the content security policy blocked in browsers, as they reported it.
create table csp_violations (
  directive text not null,
  blocked text not null,
  source text not null,
  -- -1 where the browser named none.
  line integer not null,
  -- Where it was last seen.
  page text not null,
  first_reported timestamptz not null,
  last_reported timestamptz not null,
  times bigint not null,
  primary key (directive, blocked, source, line)
);
