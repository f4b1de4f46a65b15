import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { Brand } from "@groundcrew/shared/brand";
import { domainOf } from "@groundcrew/shared/lib";
import { inTransaction, type Db } from "../src/platform/db/index.ts";
import { openSealer } from "../src/platform/lib/index.ts";
import { SIGN_ON_SECRETS } from "../src/sessions/index.ts";
import { insertSignOn, lockSignOn, removeSignOn, updateSignOn } from "../src/single-sign-on/index.ts";
import { createProvider, secretOf } from "./openid-provider.ts";
import { demoAccounts, demoOrganizations } from "./organizations.ts";
import { idsByName } from "./queries.ts";

type Options = { port: number; url: string; secretKey: string; brand: Brand; report: (line: string) => void };

/** Starts an identity provider on this machine that the people of Harbor Air log in at with one press, and sets it up for them until it is stopped. */
export async function startDemoSignOn(db: Db, { port, url, secretKey, brand, report }: Options) {
  const { name } = demoOrganizations(brand).harbor;
  const orgId = (await idsByName(db, "organizations")).get(name);
  if (orgId === undefined) throw new Error(`The database has no organization ${name}.`);
  const accounts = demoAccounts.filter(({ organization }) => organization === "harbor");
  const people = new Map(accounts.map(({ email, name }) => [email, { email, email_verified: true, name }]));
  const issuer = `http://127.0.0.1:${port}`;
  const { provider, answer } = createProvider({ origin: issuer, redirectUri: `${url}/login`, people });

  async function visit(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const accountId = new URLSearchParams(await text(request)).get("email") ?? "";
    if (people.has(accountId)) return provider.interactionFinished(request, response, { login: { accountId } });
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(pageOf(name, [...people.keys()]));
  }
  const server = createServer((request, response) => {
    if (!request.url?.startsWith("/visit/")) return void answer(request, response);
    visit(request, response).catch((error: unknown) => response.writeHead(400).end(String(error)));
  }).listen(port, "127.0.0.1");
  await once(server, "listening");

  const domains = [...new Set([...people.keys()].map(domainOf))];
  const client = { name: `${name} SSO`, issuer, client_id: "console", domains };
  const rights = { trusts_emails: false, role_claim: null, manager_values: [], creates_users: false, is_on: true };
  const sealed = openSealer(secretKey, SIGN_ON_SECRETS).seal(secretOf("console"));
  const row = { ...client, ...rights, sealed, edited_by: brand.product, edited: new Date().toISOString() };
  await inTransaction(db, async (tx) => {
    if (await lockSignOn(tx, orgId)) await updateSignOn(tx, orgId, row);
    else await insertSignOn(tx, orgId, row);
  });
  report(`The people of ${name} can log in with ${client.name}.`);
  return {
    async stop(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await removeSignOn(db, orgId);
    },
  };
}

/** A page on which somebody chooses who they are. */
function pageOf(name: string, emails: readonly string[]): string {
  const buttons = emails.map((email) => `<p><button name="email" value="${email}">${email}</button>`);
  const head = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${name} SSO</title>`;
  return `${head}<h1>${name} SSO</h1><p>Log in as</p><form method="post">${buttons.join("")}</form>`;
}
