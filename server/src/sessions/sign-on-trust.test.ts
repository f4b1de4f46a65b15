import { INVITATIONS_AN_HOUR } from "@groundcrew/shared/users";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { cookiesOf, NOBODY } from "../../test/accounts-rig.ts";
import { emptyTables } from "../../test/database.ts";
import type { Forgery } from "../../test/openid-provider.ts";
import { signOnRig } from "../../test/sign-on-rig.ts";

const rig = await signOnRig({ hasTwoServers: true });
const { db, asOwner, clock, orgs, provider, addUser, call, lastAudit, setUp, begin, visit, finish, logIn } = rig;
const USER = "ada@harbor.example";
const ADA = { sub: "ada", email: USER, email_verified: true, name: "Ada Mills" };

beforeEach(async () => {
  clock.ms = Date.now();
  Object.assign(provider.overrides, { claims: {}, failure: null, forgery: null, silent: null });
  await db.deleteFrom("users").where("email", "!=", "admin@groundcrew.example").execute();
  await emptyTables(db, ["throttles", "invitations", "identities", "used_challenges", "single_sign_on"]);
  await addUser(USER, orgs.harbor);
  await setUp();
});

test("only a login to confirm asks people again at the identity provider, and is a proof then", async () => {
  const there = new Map<string, string>();
  const outcomes: unknown[] = [];
  for (const confirms of [false, false, true, false]) {
    clock.ms = Date.now();
    provider.asked.length = 0;
    const { browser, address } = await begin({ confirms });
    const here = { cookie: cookiesOf(await finish(browser, await visit(address, ADA, there))) };
    const isAsked = provider.asked.some((path) => path.startsWith("/visit/"));
    outcomes.push({ confirms, isAsked, status: (await call(here, "DELETE /account/sessions")).statusCode });
  }
  expect(outcomes).toEqual([
    { confirms: false, isAsked: true, status: 428 },
    { confirms: false, isAsked: false, status: 428 },
    { confirms: true, isAsked: true, status: 200 },
    { confirms: false, isAsked: false, status: 428 },
  ]);
});

test.each<[string, number | undefined, number]>([
  ["just now", 0, 200],
  ["almost ten minutes ago", -599, 200],
  ["ten minutes ago", -601, 428],
  ["at an unknown time", undefined, 428],
  ["at a time to come", 60, 428],
])("a login whose identity provider says that it asked %s who somebody is", async (_, age, status) => {
  provider.overrides.forgery = { claims: { auth_time: secondsFromNow(age) } };
  const here = { cookie: cookiesOf(await logIn(ADA)) };
  expect((await call(here, "DELETE /account/sessions")).statusCode).toBe(status);
});

test.each<[string, Forgery, RegExp]>([
  ["asked before the login began", { claims: { auth_time: secondsFromNow(-60) } }, /did not say that it has asked/],
  ["does not say when it asked", { claims: { auth_time: undefined } }, /did not say that it has asked/],
  ["names a time to come", { claims: { auth_time: secondsFromNow(600) } }, /did not say that it has asked/],
  ["names a time that is none", { claims: { auth_time: "now" } }, /did not confirm this sign-in/],
  ["did not sign the time", { alg: "none" }, /did not confirm this sign-in/],
  ["signs with another key", { ownKey: true }, /did not confirm this sign-in/],
])("a login to confirm is refused if the identity provider %s", async (_, forgery, sentence) => {
  provider.overrides.forgery = forgery;
  const reply = await logIn(ADA, { confirms: true });
  expect([reply.statusCode, reply.json().detail]).toEqual([401, expect.stringMatching(sentence)]);
  expect(reply.headers["set-cookie"]).toBeUndefined();
});

test.each<[string, string, number]>([
  ["their user", "ada", 201],
  ["another user", "bob", 401],
  ["somebody who would become a user", "eve", 401],
])("somebody who is logged in confirms as %s", async (_, sub, status) => {
  await setUp({ creates_users: true });
  await addUser("bob@harbor.example", orgs.harbor);
  const ada = { cookie: cookiesOf(await logIn(ADA)) };
  const { browser, address } = await begin({ confirms: true }, ada);
  const person = { sub, email: `${sub}@harbor.example`, email_verified: true };
  const users = await db.selectFrom("users").select("email").execute();
  const reply = await finish({ cookie: `${ada.cookie}; ${browser.cookie}` }, await visit(address, person));
  expect(reply.statusCode).toBe(status);
  const here = status === 201 ? { cookie: cookiesOf(reply) } : ada;
  expect((await call(here, "GET /sessions/current")).json().user.email).toBe(USER);
  const linked = db.selectFrom("identities").select("subject").execute();
  expect(await linked).toEqual([{ subject: "ada" }]);
  expect(await db.selectFrom("users").select("email").execute()).toEqual(users);
});

function secondsFromNow(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.floor(Date.now() / 1_000) + seconds;
}

test("a claim decides nothing in the provider's own organization, and is refused there", async () => {
  const staff = "staff@groundcrew.example";
  await addUser(staff, orgs.provider, { can_manage: true });
  const roles = { role_claim: "groups", manager_values: ["leads"] };
  const domains = ["groundcrew.example"];
  const refused = await setUp({ domains, ...roles }, orgs.provider);
  expect([refused.statusCode, refused.json().detail]).toMatchObject([422, [{ field: "role_claim" }]]);
  await setUp({ domains }, orgs.provider);
  await db.updateTable("single_sign_on").set(roles).where("org_id", "=", orgs.provider).execute();
  expect(
    (await logIn({ sub: "staff", email: staff, email_verified: true }, { domain: "groundcrew.example" })).statusCode,
  ).toBe(201);
  const found = db.selectFrom("users").select("can_manage").where("email", "=", staff);
  expect(await found.executeTakeFirst()).toEqual({ can_manage: true });
});

test.each([
  ["their account is deleted", `delete from users where email = '${USER}'`],
  ["they are unlinked", "delete from identities"],
  ["single sign-on is switched off", "update single_sign_on set is_on = false"],
  ["single sign-on is changed", "update single_sign_on set rev = rev + 1"],
])("nobody is logged in if, after they are found and before their session begins, %s", async (_, statement) => {
  await logIn(ADA);
  // Runs at the end of the transaction that finds the user.
  await asOwner(
    sql.raw(`
    create function happen_between() returns trigger language plpgsql as $$ begin ${statement}; return null; end $$;
    create constraint trigger happen_between after insert on used_challenges deferrable initially deferred
      for each row execute function happen_between()`),
  );
  try {
    const reply = await logIn(ADA);
    expect([reply.statusCode, reply.headers["set-cookie"]]).toEqual([401, undefined]);
  } finally {
    await asOwner(sql`drop function happen_between() cascade`);
  }
});

test.each(["switched off", "deleted", "at another issuer"])(
  "logins that wait for their second step end when single sign-on is %s",
  async (what) => {
    const { id } = await db.selectFrom("users").select("id").where("email", "=", USER).executeTakeFirstOrThrow();
    await db
      .insertInto("totp_apps")
      .values({ user_id: id, sealed: Buffer.alloc(40), last_step: 0 })
      .execute();
    expect((await logIn(ADA)).statusCode).toBe(202);
    await setUp({ name: "Renamed" });
    const pending = () => db.selectFrom("pending_logins").select("signed_in_by").execute();
    expect(await pending()).toEqual([{ signed_in_by: "sso" }]);
    if (what === "switched off") await setUp({ is_on: false });
    else if (what === "at another issuer") await setUp({ issuer: "https://login.harbor.example" });
    else await remove();
    expect(await pending()).toEqual([]);
  },
);

async function remove() {
  const { rev } = await db.selectFrom("single_sign_on").select("rev").executeTakeFirstOrThrow();
  await call(rig.admin, `DELETE /organizations/${orgs.harbor}/single-sign-on?rev=${rev}`);
}

test("logins that are cancelled, or fail since single sign-on is not set up as it should be, make nobody wait", async () => {
  const attempts = async () =>
    (await db.selectFrom("throttles").select("attempts").where("bucket", "like", "network %").execute()).map(
      (row) => row.attempts,
    );
  await logIn({ ...ADA, email_verified: false });
  expect(await attempts()).toEqual([1]);
  expect((await logIn({ ...ADA, sub: "" })).json().detail).toBe("The sign-in was cancelled.");
  await setUp({ client_secret: "a secret that was replaced" });
  expect((await logIn(ADA)).json().detail).toContain("is misconfigured");
  expect(await attempts()).toEqual([1]);
});

test("many unknown domains make the networks of one customer of a provider wait, and keep nobody from logging in", async () => {
  const ask = (network: number) =>
    call(NOBODY, "GET /sessions/single-sign-on?domain=nobody.example", { remoteAddress: `2001:db8:1:${network}::1` });
  expect((await ask(1)).statusCode).toBe(200);
  await db.updateTable("throttles").set({ attempts: 999 }).where("bucket", "=", "domains 2001:db8:1::/48").execute();
  expect((await ask(2)).statusCode).toBe(200);
  expect((await ask(3)).statusCode).toBe(429);
  const payload = { domain: "harbor.example" };
  const begun = await call(NOBODY, "POST /sessions/single-sign-on", { payload, remoteAddress: "2001:db8:1:3::1" });
  expect(begun.statusCode).toBe(200);
});

test("managers see who was refused at the identity provider of their organization", async () => {
  const email = "eve@elsewhere.example";
  await logIn({ ...ADA, email });
  const entry = { action: "refuseLogIn", target: `user ${email}`, org_id: orgs.harbor, after: { by: "sso" } };
  expect(await lastAudit()).toMatchObject(entry);
  await logIn(ADA);
  await logIn({ ...ADA, sub: "another" });
  expect(await lastAudit()).toMatchObject({ ...entry, target: `user ${USER}` });
  await logIn({ ...ADA, sub: "" });
  expect(await lastAudit()).toMatchObject({ ...entry, target: "user unknown" });
});

test("a login of somebody who has a name makes no server forget its sessions", async () => {
  await logIn(ADA);
  await asOwner(
    sql.raw(`
    create function refuse_names() returns trigger language plpgsql as $$ begin raise exception 'a name'; end $$;
    create trigger refuse_names before update of name on users for each statement execute function refuse_names()`),
  );
  try {
    expect((await logIn({ ...ADA, name: "Another" })).statusCode).toBe(201);
  } finally {
    await asOwner(sql`drop function refuse_names() cascade`);
  }
});

test("single sign-on creates as many users an hour as managers may invite", async () => {
  await setUp({ creates_users: true });
  const before = INVITATIONS_AN_HOUR - 1;
  await emptyTables(db, ["channel_tests"]);
  await sql`insert into channel_tests (org_id, action, at)
    select ${orgs.harbor}, 'sign-on user', clock_timestamp() from generate_series(1, ${before}::integer)`.execute(db);
  const arrive = (sub: string) => logIn({ sub, email: `${sub}@harbor.example`, email_verified: true });
  expect((await arrive("grace")).statusCode).toBe(201);
  expect((await arrive("linus")).statusCode).toBe(429);
  expect((await arrive("grace")).statusCode).toBe(201);
});

test("a browser finishes any of the last three logins that it has begun", async () => {
  let browser = NOBODY;
  const answers: string[] = [];
  for (let tab = 0; tab < 4; tab += 1) {
    const payload = { domain: "harbor.example" };
    const begun = await call(browser, "POST /sessions/single-sign-on", { payload });
    browser = { cookie: cookiesOf(begun) };
    answers.push(await visit(begun.json().address, ADA));
  }
  const statuses: number[] = [];
  for (const answer of answers) statuses.push((await finish(browser, answer)).statusCode);
  expect(statuses).toEqual([401, 201, 201, 201]);
});
