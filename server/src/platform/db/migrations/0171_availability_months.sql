-- The availability of a month, stored on the third day after it and never changed: of each organization with stations that counted, and of all
-- (`org_id` is null).
create table availability_months (
  month date not null,
  org_id integer references organizations,
  stored timestamptz not null,
  -- The sums of each day, with which the month after it is compared.
  days jsonb not null,
  lost jsonb not null,
  stations jsonb not null,
  -- Serves: the month of an organization, or of all.
  unique nulls not distinct (month, org_id)
);
