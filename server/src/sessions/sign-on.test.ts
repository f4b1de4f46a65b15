import { DAY_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { beforeEach, expect, test } from "vitest";
import { cookiesOf, NOBODY } from "../../test/accounts-rig.ts";
import { emptyTables } from "../../test/database.ts";
import type { Claims, Forgery } from "../../test/openid-provider.ts";
import { signOnRig } from "../../test/sign-on-rig.ts";

const rig = await signOnRig({ hasTwoServers: true });
const { db, clock, orgs, provider, addUser, call, lastAudit, setUp, begin, visit, finish, logIn } = rig;
const USER = "ada@harbor.example";
const ADA = { sub: "ada", email: "Ada@Harbor.example", email_verified: true, name: "Ada Mills" };
const NOT_INVITED = "You have no account here yet. Ask a manager of your organization to invite you.";
const NOT_BEGUN = "This sign-in was not started in this browser, or has taken too long. Try again.";
const UNCONFIRMED = "Harbor Air SSO did not confirm this sign-in. Try again.";
const OTHER =
  "This account signs in with another account of Harbor Air SSO. Use that one, or log in with your email address and password.";

beforeEach(async () => {
  Object.assign(provider.overrides, { claims: {}, failure: null, forgery: null, silent: null });
  await db.deleteFrom("users").where("email", "!=", "admin@groundcrew.example").execute();
  await emptyTables(db, ["throttles", "invitations", "identities", "used_challenges", "single_sign_on"]);
  await addUser(USER, orgs.harbor);
  await setUp();
});

function stored() {
  return db
    .selectFrom("identities")
    .innerJoin("users", "users.id", "user_id")
    .select(["users.email", "name", "issuer", "subject"])
    .orderBy("users.email")
    .execute();
}

async function invite(email: string, orgId: number): Promise<void> {
  const sent = new Date(clock.ms).toISOString();
  const expires = new Date(clock.ms + DAY_MS).toISOString();
  const invitation = { email, org_id: orgId, can_manage: true, invited_by: USER, sent, expires };
  await db.insertInto("invitations").values(invitation).execute();
}

test("a user of the organization logs in, is linked once, and is then known by issuer and subject", async () => {
  const reply = await logIn(ADA);
  expect([reply.statusCode, reply.json()]).toMatchObject([201, { user: { email: USER, organization: "Harbor Air" } }]);
  expect((await call({ cookie: cookiesOf(reply) }, "GET /sessions/current")).statusCode).toBe(200);
  expect(await stored()).toEqual([{ email: USER, name: "Ada Mills", issuer: provider.issuer, subject: "ada" }]);
  expect(await lastAudit()).toMatchObject({ actor: USER, action: "logIn", after: { by: "sso" } });

  // Neither another address nor one that is not verified matters then.
  for (const claims of [{ email: "married@elsewhere.example" }, { email_verified: false }, { email: "no address" }]) {
    expect((await logIn({ ...ADA, ...claims })).json().user.email).toBe(USER);
  }
});

test("a new session says how it began", async () => {
  const reply = await logIn(ADA);
  const account = await call({ cookie: cookiesOf(reply) }, "GET /account");
  expect(account.json()).toMatchObject({
    single_sign_on: "Harbor Air SSO",
    sessions: [{ signed_in_by: "sso", second_step: null }],
    identities: [{ by: "sso", name: "Harbor Air SSO", email: USER, usable: true, proves: true }],
  });
});

test.each<[string, Forgery]>([
  ["of another issuer", { claims: { iss: "https://evil.example" } }],
  ["for another client", { claims: { aud: "another-app" } }],
  ["for several clients, of which another one asked for it", { claims: { aud: ["console", "x"], azp: "x" } }],
  ["with the nonce of another login", { claims: { nonce: "another" } }],
  ["without a nonce", { claims: { nonce: undefined } }],
  ["without a subject", { claims: { sub: undefined } }],
  ["that has expired", { claims: { exp: Date.now() / 1000 - 40 } }],
  ["that is not valid yet", { claims: { nbf: Date.now() / 1000 + 600 } }],
  ["that is not signed", { alg: "none" }],
  ["that is signed with the client secret", { alg: "HS256" }],
  ["that is signed with an unknown key", { ownKey: true }],
])("an ID token %s is refused", async (_, forgery) => {
  provider.overrides.forgery = forgery;
  const reply = await logIn(ADA);
  expect([reply.statusCode, reply.json().detail]).toEqual([401, UNCONFIRMED]);
  expect(reply.headers["set-cookie"]).toBeUndefined();
  expect(await stored()).toEqual([]);
  expect(await lastAudit()).toMatchObject({ action: "refuseLogIn", target: "user unknown", after: { by: "sso" } });
});

test.each<[string, Forgery]>([
  ["signed again by the same key", {}],
  ["that expired less than 30 seconds ago", { claims: { exp: Math.floor(Date.now() / 1000) - 2 } }],
])("an ID token %s is accepted", async (_, forgery) => {
  provider.overrides.forgery = forgery;
  expect((await logIn(ADA)).statusCode).toBe(201);
});

test("keys that were replaced a moment ago are used at once", async () => {
  expect((await logIn(ADA)).statusCode).toBe(201);
  provider.rotate();
  expect((await logIn(ADA)).statusCode).toBe(201);
});

test("an answer is accepted once, and in the browser that began the login only", async () => {
  const mine = await begin();
  const answer = await visit(mine.address, ADA);
  const theirs = await begin();
  for (const browser of [theirs.browser, NOBODY, { cookie: "groundcrew_sso=invented" }]) {
    const reply = await finish(browser, answer);
    expect([401, [UNCONFIRMED, NOT_BEGUN]]).toEqual([reply.statusCode, expect.arrayContaining([reply.json().detail])]);
  }
  expect((await finish(mine.browser, answer)).statusCode).toBe(201);
  const again = await finish(mine.browser, answer);
  expect([again.statusCode, again.json().detail]).toEqual([401, UNCONFIRMED]);
});

test("a state that was answered is used up, also if the identity provider would answer again", async () => {
  const { browser, address } = await begin();
  expect((await finish(browser, await visit(address, ADA))).statusCode).toBe(201);
  // The same request makes another code.
  const reply = await finish(browser, await visit(address, ADA));
  expect([reply.statusCode, reply.json().detail]).toEqual([401, NOT_BEGUN]);
});

test("a login that took longer than ten minutes, or whose identity provider was changed meanwhile, is refused", async () => {
  const late = await begin();
  const answer = await visit(late.address, ADA);
  clock.ms += 10 * MINUTE_MS;
  expect((await finish(late.browser, answer)).json().detail).toBe(NOT_BEGUN);
  const { browser, address } = await begin();
  const right = await visit(address, ADA);
  await setUp({ name: "Renamed" });
  expect((await finish(browser, right)).json().detail).toBe(NOT_BEGUN);
});

test("nothing that the identity provider writes is shown", async () => {
  const { browser, address } = await begin();
  const answer = await visit(address, { ...ADA, sub: "" });
  expect(answer).toContain("access_denied");
  expect((await finish(browser, answer)).json().detail).toBe("The sign-in was cancelled.");
  const state = new URL(address).searchParams.get("state") ?? "";
  const right = new URLSearchParams({ state, iss: provider.issuer });
  const refused = await finish(browser, `error=login_required&error_description=%3Cb%3E&${right.toString()}`);
  expect(refused.json().detail).toBe("Harbor Air SSO refused the sign-in. Try again.");
});

test.each<[string, Partial<Claims>, string]>([
  [
    "is not verified",
    { email_verified: false },
    "Harbor Air SSO has not verified your email address. Ask its administrator.",
  ],
  [
    "may not be verified",
    { email_verified: undefined },
    "Harbor Air SSO has not verified your email address. Ask its administrator.",
  ],
  [
    "is unknown",
    { email: undefined },
    "Harbor Air SSO does not say what your email address is. Ask its administrator.",
  ],
  [
    "is of another domain",
    { email: "ada@evilharbor.example" },
    "Your email address at Harbor Air SSO is not one of your organization's. Use another account there.",
  ],
  ["belongs to nobody", { email: "grace@harbor.example" }, NOT_INVITED],
])("somebody whose address %s is not linked", async (_, claims, sentence) => {
  const reply = await logIn({ ...ADA, ...claims });
  expect([reply.statusCode, reply.json().detail]).toEqual([401, sentence]);
  expect(await stored()).toEqual([]);
});

test("addresses without email_verified count where that is set, those that are said to be wrong never do", async () => {
  await setUp({ trusts_emails: true });
  expect((await logIn({ ...ADA, email_verified: false })).statusCode).toBe(401);
  expect((await logIn({ ...ADA, email_verified: undefined })).statusCode).toBe(201);
});

test("an invitation to the organization becomes an account", async () => {
  await invite("grace@harbor.example", orgs.harbor);
  const reply = await logIn({ ...ADA, sub: "grace", email: "grace@harbor.example" });
  expect([reply.statusCode, reply.json().user]).toMatchObject([201, { organization: "Harbor Air", can_manage: true }]);
  expect(await db.selectFrom("invitations").select("email").execute()).toEqual([]);
});

test("users are created only where that is set", async () => {
  const grace = { sub: "grace", email: "grace@harbor.example", email_verified: true, name: "Grace" };
  expect((await logIn(grace)).json().detail).toBe(NOT_INVITED);
  await setUp({ creates_users: true });
  const reply = await logIn(grace);
  expect(reply.json().user).toMatchObject({ email: "grace@harbor.example", can_manage: false, can_admin: false });
  const actions = await db.selectFrom("audit_entries").select("action").orderBy("id", "desc").limit(2).execute();
  expect(actions.map(({ action }) => action)).toEqual(["logIn", "createUser"]);
});

test("an identity provider never logs in somebody of another organization", async () => {
  // Its domains are none of Harbor Air's, but an admin may have entered one that is.
  await setUp({ domains: ["harbor.example", "skyline.example", "groundcrew.example"], creates_users: true });
  await addUser("sky@skyline.example", orgs.skyline);
  await addUser("staff@groundcrew.example", orgs.provider, { can_admin: true });
  await invite("guest@skyline.example", orgs.skyline);
  await invite("sky@skyline.example", orgs.harbor);
  for (const email of ["sky@skyline.example", "staff@groundcrew.example", "admin@groundcrew.example"]) {
    const reply = await logIn({ sub: email, email, email_verified: true });
    expect([reply.statusCode, reply.json().detail]).toEqual([401, NOT_INVITED]);
  }
  // It makes an account of its own organization, and does not accept an invitation of another.
  const guest = await logIn({ sub: "guest", email: "guest@skyline.example", email_verified: true });
  expect(guest.json().user).toMatchObject({ organization: "Harbor Air", can_manage: false });
  const invitations = await db.selectFrom("invitations").select(["email", "org_id"]).orderBy("email").execute();
  expect(invitations).toEqual([
    { email: "guest@skyline.example", org_id: orgs.skyline },
    { email: "sky@skyline.example", org_id: orgs.harbor },
  ]);
});

test("two organizations with one issuer: a link of one is none of the other", async () => {
  await setUp({ domains: ["skyline.example"], name: "Skyline SSO", creates_users: true }, orgs.skyline);
  expect((await logIn(ADA)).statusCode).toBe(201);
  const reply = await logIn({ ...ADA, email: "ada@skyline.example" }, { domain: "skyline.example" });
  expect([reply.statusCode, reply.json().detail]).toEqual([401, OTHER.replace("Harbor Air", "Skyline")]);
  expect(await stored()).toMatchObject([{ email: USER }]);
  expect(await db.selectFrom("users").select("email").where("org_id", "=", orgs.skyline).execute()).toEqual([]);
});

test("another account with the same address does not take over the link", async () => {
  await logIn(ADA);
  const reply = await logIn({ ...ADA, sub: "another" });
  expect([reply.statusCode, reply.json().detail]).toEqual([401, OTHER]);
  expect(await stored()).toMatchObject([{ subject: "ada" }]);
});

test("a claim decides at each login who is a manager, and its end is effective at once", async () => {
  await setUp({ role_claim: "groups", manager_values: ["fleet-leads"] });
  const lead = await logIn({ ...ADA, groups: ["pilots", "fleet-leads"] });
  expect(lead.json().user).toMatchObject({ can_manage: true, can_admin: false });
  const before = { cookie: cookiesOf(lead) };
  expect((await call(before, "GET /sessions/current")).json().user.can_manage).toBe(true);
  expect((await logIn({ ...ADA, groups: "pilots" })).json().user.can_manage).toBe(false);
  expect((await call(before, "GET /sessions/current")).json().user.can_manage).toBe(false);
  const [, entry] = await db.selectFrom("audit_entries").selectAll().orderBy("id", "desc").limit(2).execute();
  expect(entry).toMatchObject({
    actor: USER,
    action: "changePermission",
    target: `user ${USER}`,
    before: { can_manage: true },
    after: { can_manage: false, by: "sso" },
  });
});

test("texts of an identity provider that nobody could enter here are left out", async () => {
  await setUp({ role_claim: "groups", manager_values: ["x"] });
  for (const [name, stored] of [
    ["Ada\u202eslliM", ""],
    ["x".repeat(101), ""],
    ["GROUNDCREW-Support", ""],
    ["<script>alert(1)</script>", "<script>alert(1)</script>"],
  ] as const) {
    await db.updateTable("users").set({ name: "" }).execute();
    const reply = await logIn({ ...ADA, name, groups: ["__proto__", "\0", "x".repeat(10_000)] });
    expect([reply.statusCode, reply.json().user]).toMatchObject([201, { name: stored, can_manage: false }]);
  }
});

test("after single sign-on comes the second step, as after Google", async () => {
  const { id } = await db.selectFrom("users").select("id").where("email", "=", USER).executeTakeFirstOrThrow();
  const app = { user_id: id, sealed: Buffer.alloc(40), last_step: 0 };
  await db.insertInto("totp_apps").values(app).execute();
  const reply = await logIn(ADA);
  expect([reply.statusCode, reply.json()]).toMatchObject([202, { email: USER, steps: ["app"] }]);
  expect(cookiesOf(reply)).toBe("");
  expect(await lastAudit()).toMatchObject({ action: "beginLogIn", after: { by: "sso" } });
});
