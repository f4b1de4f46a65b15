import { HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { addOrganization } from "../../test/stations.ts";
import { notifiedCaches } from "../platform/db/index.ts";
import { hashToken, sessionsIn } from "./index.ts";
import { findAccount } from "./queries.ts";

const { db, shared, url } = await testDatabase();
const clock = { ms: Date.now() };
const harbor = await addOrganization(db, "Harbor Air");

/** The sessions as one server knows them. */
function openServer() {
  const caches = notifiedCaches({ url, channel: "session_changes" });
  afterAll(() => caches.stop());
  const now = () => new Date(clock.ms);
  return { ...sessionsIn(shared, { provider: "Groundcrew", now, cache: caches.open(100) }), settle: caches.settle };
}

const [here, elsewhere] = [openServer(), openServer()];
let users = 0;

/** A session of a new user, which both servers have in memory. */
async function openSession() {
  const email = `user${(users += 1)}@harbor.example`;
  await db.insertInto("users").values({ email, org_id: harbor }).execute();
  const found = await findAccount(shared, email);
  if (!found) throw new Error(`There is no ${email}.`);
  const { token } = await here.open(shared, found.account);
  for (const server of [here, elsewhere]) {
    await expect
      .poll(async () => (await server.principal(token, true)) && server.knownPrincipal(token, true))
      .toMatchObject({ kind: "user" });
  }
  return { token, email };
}

test("a session is known without the database once it was used", async () => {
  const { token, email } = await openSession();
  expect(here.knownPrincipal(token, false)).toMatchObject({ user: { email, organization: "Harbor Air" } });
  expect(here.knownPrincipal("another token", false)).toBeUndefined();
});

test.each([
  ["is logged out", (token: string) => here.close(shared, token)],
  [
    "ends earlier",
    (token: string) =>
      db
        .updateTable("sessions")
        .set({ expires: sql`created` })
        .where("token_hash", "=", hashToken(token))
        .execute(),
  ],
  ["loses the user", (_: string, email: string) => db.deleteFrom("users").where("email", "=", email).execute()],
  [
    "changes rights",
    (_: string, email: string) =>
      db.updateTable("users").set({ can_manage: true }).where("email", "=", email).execute(),
  ],
  [
    "has its organization renamed",
    () =>
      db
        .updateTable("organizations")
        .set({ name: `Harbor ${users}` })
        .where("id", "=", harbor)
        .execute(),
  ],
])("a session that %s is looked up again, here at once and on other servers within a moment", async (_, change) => {
  const { token, email } = await openSession();
  await change(token, email);
  await here.settle();
  expect(here.knownPrincipal(token, true)).toBeUndefined();
  await expect.poll(() => elsewhere.knownPrincipal(token, true)).toBeUndefined();
});

test("a session in memory expires like any other, and its use is still recorded", async () => {
  const { token } = await openSession();
  clock.ms += MINUTE_MS + 1;
  expect(here.knownPrincipal(token, true)).toMatchObject({ kind: "user" });
  // Recording the use takes the database.
  expect(here.knownPrincipal(token, false)).toBeUndefined();
  await here.principal(token, false);
  await here.principal(token, false);
  expect(here.knownPrincipal(token, false)).toMatchObject({ kind: "user" });
  clock.ms += 12 * HOUR_MS;
  expect(here.knownPrincipal(token, true)).toBeUndefined();
  expect(await here.principal(token, true)).toEqual({ kind: "anonymous" });
});
