import { beforeEach, expect, test } from "vitest";
import { NOBODY } from "../../test/accounts-rig.ts";
import { emptyTables } from "../../test/database.ts";
import { signOnRig } from "../../test/sign-on-rig.ts";

const rig = await signOnRig();
const { db, orgs, provider, admin, edit, setUp, call, lastAudit } = rig;
const guarded = await signOnRig({ allowPrivate: false });
await rig.addUser("manager@harbor.example", orgs.harbor, { can_manage: true });
await rig.addUser("staff@groundcrew.example", orgs.provider);

beforeEach(async () => {
  provider.overrides.failure = null;
  await emptyTables(db, ["single_sign_on"]);
});

const list = async () => (await call(admin, "GET /single-sign-on")).json();

test("an admin sets up, changes and removes the single sign-on of an organization", async () => {
  const created = await setUp({ domains: ["Harbor.example", "air.harbor.example"] });
  const { client_secret, ...shown } = edit;
  const stored = {
    ...shown,
    org_id: orgs.harbor,
    domains: ["air.harbor.example", "harbor.example"],
    rev: expect.any(Number),
  };
  expect([created.statusCode, created.json()]).toMatchObject([200, stored]);
  expect(created.body).not.toContain(client_secret);
  expect(await list()).toEqual({ redirect_uri: "http://127.0.0.1:4000/login", organizations: [created.json()] });
  const entry = await lastAudit();
  expect(entry).toMatchObject({
    action: "saveSingleSignOn",
    target: `organization ${orgs.harbor}`,
    org_id: orgs.harbor,
    after: { client_id: "console", new_secret: true },
  });
  expect(JSON.stringify(entry)).not.toContain(client_secret);

  const changed = await setUp({ client_secret: null, role_claim: "groups", manager_values: ["leads"] });
  const { rev } = changed.json();
  expect(rev).toBeGreaterThan(created.json().rev);
  expect(changed.json()).toMatchObject({ role_claim: "groups", domains: ["harbor.example"] });
  const removed = await call(admin, `DELETE /organizations/${orgs.harbor}/single-sign-on?rev=${rev}`);
  expect(removed.statusCode).toBe(204);
  expect((await list()).organizations).toEqual([]);
  expect(await lastAudit()).toMatchObject({ action: "deleteSingleSignOn", before: { name: "Harbor Air SSO" } });
  // Not the first again, which a login or a dialog may still know.
  expect((await setUp()).json().rev).toBeGreaterThan(rev);
});

test("the secret is encrypted, and not sent to an issuer for which it was not entered", async () => {
  await setUp();
  const { sealed } = await db.selectFrom("single_sign_on").select("sealed").executeTakeFirstOrThrow();
  expect(Buffer.from(sealed).toString("latin1")).not.toContain("secret");
  const moved = await setUp({ client_secret: null, issuer: "https://login.evil.example" });
  expect([moved.statusCode, moved.json().detail]).toEqual([
    422,
    [{ field: "client_secret", message: "Enter the client secret again, because the issuer is new." }],
  ]);
  const missing = await setUp({ client_secret: null, domains: ["skyline.example"] }, orgs.skyline);
  expect(missing.json().detail).toEqual([{ field: "client_secret", message: "Enter the client secret." }]);
});

test("changes of two admins at once do not overwrite each other", async () => {
  await setUp();
  const stale = await setUp({ rev: null });
  expect([stale.statusCode, stale.json().detail]).toEqual([
    412,
    "admin@groundcrew.example changed this single sign-on. Nothing was saved; load it again.",
  ]);
  expect((await call(admin, `DELETE /organizations/${orgs.harbor}/single-sign-on?rev=7`)).statusCode).toBe(412);
  await emptyTables(db, ["single_sign_on"]);
  const both = await Promise.all([setUp({ rev: null }), setUp({ rev: null })]);
  expect(new Set(both.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 412]));
});

test("a domain belongs to one organization", async () => {
  await setUp();
  const taken = await setUp({ domains: ["skyline.example", "HARBOR.example"] }, orgs.skyline);
  expect([taken.statusCode, taken.json().detail]).toEqual([409, "harbor.example belongs to Harbor Air."]);
});

test.each<[string, Partial<typeof edit>]>([
  ["no domain", { domains: [] }],
  ["a domain that is none", { domains: ["harbor"] }],
  ["an address for a domain", { domains: ["ada@harbor.example"] }],
  ["an issuer that is no address", { issuer: "login.harbor.example" }],
  ["an issuer with a password", { issuer: "https://ada:secret@login.harbor.example" }],
  ["a claim without values", { role_claim: "groups" }],
  ["an empty name", { name: " " }],
])("%s is refused", async (_, changes) => {
  expect((await setUp(changes)).statusCode).toBe(422);
});

test("only admins see and change single sign-on, for any organization that exists", async () => {
  for (const email of ["manager@harbor.example", "staff@groundcrew.example"]) {
    const user = await rig.as(email);
    expect((await call(user, "GET /single-sign-on")).statusCode).toBe(403);
    const saved = await call(user, `PUT /organizations/${orgs.harbor}/single-sign-on`, { payload: edit });
    expect(saved.statusCode).toBe(403);
  }
  expect((await call(NOBODY, "GET /single-sign-on")).statusCode).toBe(401);
  expect((await setUp({}, 999_999)).statusCode).toBe(404);
  expect((await setUp({}, orgs.provider)).statusCode).toBe(200);
});

async function tryClient(changes: Partial<typeof edit>, { call: through, admin: who, orgs: of } = rig) {
  const { issuer, client_id, client_secret } = { ...edit, ...changes };
  const payload = { issuer, client_id, client_secret };
  const reply = await through(who, `POST /organizations/${of.harbor}/single-sign-on/test`, { payload });
  return reply.json().problem ?? reply.json().detail ?? null;
}

test("a test says what is wrong with the issuer, the client or its secret", async () => {
  const refused = "The identity provider does not accept the client ID or the client secret.";
  expect(await tryClient({})).toBe(null);
  expect(await tryClient({ client_secret: "wrong" })).toBe(refused);
  expect(await tryClient({ client_id: "unknown" })).toBe(refused);
  expect(await tryClient({ client_secret: null })).toEqual([
    { field: "client_secret", message: "Enter the client secret." },
  ]);
  await setUp();
  expect(await tryClient({ client_secret: null })).toBe(null);
  expect(await tryClient({ issuer: `${provider.issuer}/` })).toBe(
    `The identity provider reports the issuer ${provider.issuer}. Enter exactly that.`,
  );
  expect(await tryClient({ issuer: `${provider.issuer}/tenant` })).toBe(
    "There is no OpenID Connect provider at this address.",
  );
  expect(await tryClient({ issuer: "http://127.0.0.1:1" })).toMatch(
    /^127\.0\.0\.1:1 could not be reached: .*ECONNREFUSED/,
  );
});

test.each<[string, object, string]>([
  [
    "reports a different issuer",
    { issuer: "https://evil.example" },
    "The identity provider reports a different issuer. Enter the issuer that its documentation names.",
  ],
  [
    "has another flow only",
    { response_types_supported: ["id_token"] },
    "The identity provider does not offer the authorization code flow.",
  ],
  ["has no keys", { jwks_uri: undefined }, "The identity provider names no jwks_uri."],
])("a test of an identity provider that %s says so", async (_, changes, sentence) => {
  const settings = {
    issuer: provider.issuer,
    authorization_endpoint: `${provider.issuer}/auth`,
    token_endpoint: `${provider.issuer}/token`,
    jwks_uri: `${provider.issuer}/jwks`,
    response_types_supported: ["code"],
    ...changes,
  };
  provider.overrides.failure = { status: 200, body: JSON.stringify(settings) };
  expect(await tryClient({})).toBe(sentence);
});

test("identity providers outside the public internet, and without https, are not asked", async () => {
  expect(await tryClient({ issuer: "https://127.0.0.1:1" }, guarded)).toBe(
    "127.0.0.1:1 is not on the internet, so nothing is sent there.",
  );
  expect(await tryClient({ issuer: "http://login.harbor.example" }, guarded)).toBe(
    "Enter an issuer that begins with https://.",
  );
});
