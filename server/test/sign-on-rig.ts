import type { SingleSignOnEdit } from "@groundcrew/shared/single-sign-on";
import { afterAll } from "vitest";
import { startOpenIdProvider, type Claims } from "./openid-provider.ts";
import { accountsRig, cookiesOf, NOBODY, ORIGIN, type Who } from "./accounts-rig.ts";

/** A provider that stops with the test file. */
export async function openIdProvider(redirectUri?: string) {
  const provider = await startOpenIdProvider(redirectUri);
  afterAll(provider.stop);
  return provider;
}

type Person = Claims & { sub: string };
type Begin = { domain?: string; confirms?: boolean };
/** The cookies that a browser has at the identity provider. */
type Cookies = Map<string, string>;

/** The account calls, with an identity provider of Harbor Air. */
export async function signOnRig(options: Parameters<typeof accountsRig>[0] = {}) {
  const rig = await accountsRig(options);
  const provider = await openIdProvider(`${ORIGIN}/login`);
  const { orgs, addUser, as, call } = rig;
  await addUser("admin@groundcrew.example", orgs.provider, { can_admin: true });
  const admin = await as("admin@groundcrew.example");

  const edit: SingleSignOnEdit = {
    rev: null,
    name: "Harbor Air SSO",
    issuer: provider.issuer,
    client_id: "console",
    client_secret: "secret of console",
    domains: ["harbor.example"],
    trusts_emails: false,
    role_claim: null,
    manager_values: [],
    creates_users: false,
    is_on: true,
  };

  /** Sets up or changes the single sign-on of an organization; Harbor Air's by default. */
  async function setUp(changes: Partial<typeof edit> = {}, orgId = orgs.harbor) {
    const list = (await call(admin, "GET /single-sign-on")).json().organizations;
    const before = list.find((one: { org_id: number }) => one.org_id === orgId);
    const payload = { ...edit, rev: before?.rev ?? null, ...changes };
    return call(admin, `PUT /organizations/${orgId}/single-sign-on`, { payload });
  }

  /** Begins a login; returns the cookie of the browser and the address at the identity provider. */
  async function begin({ domain = "harbor.example", confirms = false }: Begin = {}, who = NOBODY) {
    const reply = await call(who, "POST /sessions/single-sign-on", { payload: { domain, confirms } });
    if (reply.statusCode !== 200) throw new Error(`${reply.statusCode} ${reply.body}`);
    return { browser: { cookie: cookiesOf(reply) }, address: String(reply.json().address) };
  }

  /** Logs a person in at the identity provider; returns what it adds to the address of the login page. */
  async function visit(address: string, { sub, ...claims }: Person, cookies: Cookies = new Map()): Promise<string> {
    provider.people.set(sub, claims);
    provider.visitor.sub = sub;
    return follow(address, cookies);
  }

  function finish(browser: Who, answer: string) {
    return call(browser, "POST /sessions/current", { payload: { type: "sso", answer } });
  }

  /** Logs a person in from the beginning to the end. */
  async function logIn(person: Person, options?: Begin) {
    const { browser, address } = await begin(options);
    return finish(browser, await visit(address, person));
  }

  return { ...rig, provider, admin, edit, setUp, begin, visit, finish, logIn };
}

/** Opens an address like a browser, with cookies, until it leads back to the console. On a page with a form, `pressed` is sent. */
export async function follow(address: string, cookies: Cookies, pressed?: Record<string, string>): Promise<string> {
  let next = address;
  for (let step = 0; step < 10; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const open = (form?: URLSearchParams) =>
      fetch(next, { redirect: "manual", headers: { cookie }, ...(form && { method: "POST", body: form }) });
    let reply = await open();
    if (reply.status === 200 && pressed) reply = await open(new URLSearchParams(pressed));
    for (const line of reply.headers.getSetCookie()) {
      const [pair = ""] = line.split(";", 1);
      cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    const location = reply.headers.get("location");
    if (location === null) throw new Error(`${next} answered with ${reply.status}: ${await reply.text()}`);
    next = new URL(location, next).href;
    if (next.startsWith(`${ORIGIN}/login?`)) return next.slice(`${ORIGIN}/login?`.length);
  }
  throw new Error("The identity provider redirects again and again.");
}
