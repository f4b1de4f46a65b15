import { emptyTables } from "../database.ts";
import type { Ids } from "./ids.ts";
import { addIdentity, emailOf } from "./people.ts";
import type { Recipe } from "./recipe.ts";
import type { TestServer } from "./test-server.ts";

/** The domain of an identity provider that is not on the internet, so nothing is sent there. */
const DOMAIN = "a.example";
const CLIENT = { issuer: "https://127.0.0.1:1", client_id: "console" };
const SETTINGS = { ...CLIENT, name: "SSO", trusts_emails: false, creates_users: false, is_on: true };
const RIGHTS = { role_claim: null, manager_values: [] };
const ofOrganization = ({ org }: Ids) => ({ params: { organization: org } });

/** Recipes for calls about single sign-on. */
export const signOnRecipes: Readonly<Record<string, Recipe>> = {
  findSignOn: { ready: setUp, requestFor: () => ({ query: { domain: DOMAIN } }) },
  beginSignOn: { ready: setUp, requestFor: () => ({ body: { domain: DOMAIN } }) },
  listSingleSignOn: { requestFor: () => ({}) },
  saveSingleSignOn: {
    ready: none,
    requestFor: (ids) => ({
      ...ofOrganization(ids),
      body: { ...SETTINGS, ...RIGHTS, rev: null, client_secret: "secret", domains: [DOMAIN] },
    }),
  },
  deleteSingleSignOn: { ready: setUp, requestFor: (ids) => ({ ...ofOrganization(ids), query: { rev: 1 } }) },
  testSingleSignOn: {
    requestFor: (ids) => ({ ...ofOrganization(ids), body: { ...CLIENT, client_secret: "secret" } }),
  },
  unlinkIdentity: {
    ready: async ({ db }) => ({ identity: await addIdentity(db, emailOf("user A")) }),
    requestFor: ({ identity }) => ({ params: { id: identity } }),
  },
};

async function none({ db }: TestServer) {
  await emptyTables(db, ["single_sign_on"]);
  return {};
}

async function setUp(system: TestServer) {
  await none(system);
  const { db, ours } = system;
  const row = { ...SETTINGS, ...RIGHTS, rev: 1, org_id: ours.org, sealed: Buffer.alloc(40), edited_by: "x" };
  await db.insertInto("single_sign_on").values(row).execute();
  await db.insertInto("single_sign_on_domains").values({ domain: DOMAIN, org_id: ours.org }).execute();
  return {};
}
