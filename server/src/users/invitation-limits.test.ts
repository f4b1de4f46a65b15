import { INVITATIONS_AN_HOUR, INVITATIONS_MAX } from "@groundcrew/shared/users";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { accountsRig } from "../../test/accounts-rig.ts";
import { emptyTables } from "../../test/database.ts";

const { db, orgs, addUser, as, call } = await accountsRig();
const [ADMIN, MANAGER] = ["admin@groundcrew.example", "manager@harbor.example"];

beforeEach(async () => {
  await emptyTables(db, ["invitations", "users", "throttles", "channel_tests", "jobs"]);
  await addUser(ADMIN, orgs.provider, { can_admin: true });
  await addUser(MANAGER, orgs.harbor, { can_manage: true });
});

async function invite(who: string, email: string, orgId = orgs.harbor) {
  return call(await as(who), `POST /users?org_id=${orgId}&email=${email}`);
}

test("an organization sends only so many invitations an hour, also when each is withdrawn at once", async () => {
  for (let count = 0; count < INVITATIONS_AN_HOUR; count += 1) {
    const email = `flood-${count}@victims.example`;
    expect((await invite(count % 2 === 0 ? MANAGER : ADMIN, email)).statusCode).toBe(201);
    expect((await call(await as(MANAGER), `DELETE /users?email=${email}`)).statusCode).toBe(204);
  }
  const refused = await invite(ADMIN, "one-more@victims.example");
  expect([refused.statusCode, refused.json().detail]).toEqual([
    429,
    "An organization may send 30 invitations an hour. Try again in 60 minutes.",
  ]);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3_000);
  expect(await db.selectFrom("jobs").select("id").execute()).toHaveLength(INVITATIONS_AN_HOUR);
  expect((await invite(ADMIN, "theirs@victims.example", orgs.skyline)).statusCode).toBe(201);
  await sql`update channel_tests set at = at - interval '1 hour'`.execute(db);
  expect((await invite(MANAGER, "one-more@victims.example")).statusCode).toBe(201);
});

test("an organization has only so many open invitations", async () => {
  await sql`
    insert into invitations (email, org_id, invited_by, sent, expires)
    select 'open-' || n || '@harbor.example', ${orgs.harbor}, ${MANAGER}, now() - interval '1 day', now() + interval '2 days'
    from generate_series(1, ${INVITATIONS_MAX}::integer) n`.execute(db);
  const refused = await invite(MANAGER, "one-more@harbor.example");
  expect([refused.statusCode, refused.json().detail]).toEqual([
    409,
    "An organization has at most 500 open invitations. Withdraw some first.",
  ]);
  // Sending one of them again adds none, and those that have expired do not count.
  expect((await invite(MANAGER, "open-7@harbor.example")).statusCode).toBe(201);
  await sql`update invitations set expires = now() - interval '1 day' where email = 'open-1@harbor.example'`.execute(
    db,
  );
  expect((await invite(MANAGER, "one-more@harbor.example")).statusCode).toBe(201);
});
