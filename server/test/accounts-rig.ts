import type { InjectOptions, LightMyRequestResponse } from "fastify";
import pino, { type Logger } from "pino";
import { afterAll } from "vitest";
import { accountRoutes } from "../src/account/index.ts";
import { apiKeyRoutes, apiKeysIn } from "../src/api-keys/index.ts";
import { openFactors, openPasskeys } from "../src/factors/index.ts";
import { findAnswer, refusalsIn } from "../src/audit/index.ts";
import { isDatabaseUnavailable, noCache, notifiedCaches, type SharedDb } from "../src/platform/db/index.ts";
import { createApp } from "../src/platform/http/index.ts";
import { organizationRoutes } from "../src/organizations/index.ts";
import {
  deviceCookie,
  openSignOn,
  sessionCookie,
  sessionRoutes,
  sessionsIn,
  type SessionCookie,
  type VerifyGoogle,
} from "../src/sessions/index.ts";
import { findAccount } from "../src/sessions/queries.ts";
import { throttleIn } from "../src/platform/throttle/index.ts";
import { singleSignOnRoutes } from "../src/single-sign-on/index.ts";
import { acceptVerified, passwordRoutes, userRoutes } from "../src/users/index.ts";
import { testDatabase } from "./database.ts";
import { addOrganization } from "./stations.ts";

const PROVIDER = "Groundcrew";
export const ORIGIN = "http://127.0.0.1:4000";
export const SECRET_KEY = "a key for tests alone";
export const PASSWORD = "otters fold paper maps";

/** The browser that a call comes from; an empty cookie means nobody is logged in. */
export type Who = { cookie: string };
export const NOBODY: Who = { cookie: "" };

type Options = {
  google?: VerifyGoogle;
  log?: Logger;
  trustProxy?: string[];
  allowPrivate?: boolean;
  hasTwoServers?: boolean;
};
type CallOptions = { payload?: object; headers?: Record<string, string>; remoteAddress?: string };
type Rights = { can_manage?: boolean; can_admin?: boolean; password_hash?: string };

/**
 * The account calls on a database of the test file's own, with three organizations and a clock that stands still. With `hasTwoServers`, calls are made
 * to two servers in turn, as behind a load balancer; `app` is the first one.
 */
export async function accountsRig(options: Options = {}) {
  const { db, shared, url, asOwner } = await testDatabase();
  const clock = { ms: Date.now() };
  const now = () => new Date(clock.ms);
  const cookie = sessionCookie(ORIGIN);
  const sessions = sessionsIn(shared, { provider: PROVIDER, now, cache: noCache() });
  const open = () => openApp(options, { db: shared, url, now, cookie });
  const one = await open();
  const servers = options.hasTwoServers ? [one, await open()] : [one];
  let calls = 0;
  const orgs = {
    provider: await addOrganization(db, PROVIDER),
    harbor: await addOrganization(db, "Harbor Air"),
    skyline: await addOrganization(db, "Skyline Logistics"),
  };

  /** Adds a user. */
  async function addUser(email: string, orgId: number, rights: Rights = {}): Promise<void> {
    const user = { email, org_id: orgId, ...rights };
    await db.insertInto("users").values(user).execute();
  }

  /** A browser in which the user is logged in. */
  async function as(email: string): Promise<Who> {
    const found = await findAccount(db, email);
    if (!found) throw new Error(`There is no ${email}.`);
    const { token } = await sessions.open(db, found.account);
    return { cookie: cookie.write(token).split(";", 1)[0] ?? "" };
  }

  /** Makes a call below `/api`, such as `DELETE /users?email=…`, once every server knows what has changed before. */
  async function call(who: Who, line: string, { payload, headers, remoteAddress }: CallOptions = {}) {
    const [method, path = ""] = line.split(" ");
    const request: InjectOptions = { method: methodOf(method), url: `/api${path}`, headers: { ...who, ...headers } };
    const { app } = servers[calls++ % servers.length] ?? one;
    await Promise.all(servers.map(({ settle }) => settle()));
    return app.inject({
      ...request,
      ...(payload && { payload }),
      ...(remoteAddress && { remoteAddress }),
    });
  }

  /** The newest audit entry. */
  function lastAudit() {
    return db
      .selectFrom("audit_entries")
      .select(["actor_kind", "actor", "action", "target", "org_id", "ip", "before", "after"])
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst();
  }

  return { db, url, asOwner, app: one.app, clock, now, orgs, addUser, as, call, lastAudit };
}

type AppParts = { db: SharedDb; url: string; now: () => Date; cookie: SessionCookie };

async function openApp({ google, log, trustProxy, allowPrivate }: Options, { db, url, now, cookie }: AppParts) {
  const caches = notifiedCaches({ url, channel: "session_changes" });
  afterAll(() => caches.stop());
  const sessions = sessionsIn(db, { provider: PROVIDER, now, cache: caches.open(100) });
  const device = deviceCookie({ origin: ORIGIN, secretKey: SECRET_KEY });
  const throttle = throttleIn(db, now);
  const factors = openFactors(SECRET_KEY);
  const passkeys = openPasskeys({ secretKey: SECRET_KEY, origin: ORIGIN });
  const { app } = await createApp({
    log: log ?? pino({ level: "silent" }),
    origin: ORIGIN,
    tileOrigin: null,
    trustProxy: trustProxy ?? [],
    identify: {
      tokenOf: cookie.read,
      sessions,
      keys: apiKeysIn(db, { provider: PROVIDER, now, cache: caches.open(100) }),
      settle: caches.settle,
    },
    findAnswer: (key) => findAnswer(db, key),
    isDatabaseUnavailable,
    storeRefusal: refusalsIn(db, () => now().getTime()),
    now: () => now().getTime(),
  });
  const acceptInvitation = (tx: SharedDb, invited: { email: string; orgId?: number }) =>
    acceptVerified(tx, invited, now());
  const signOn = openSignOn({ secretKey: SECRET_KEY, origin: ORIGIN, allowPrivate: allowPrivate ?? true, now });
  const shared = { db, sessions, factors, passkeys, throttle, product: "Groundcrew", now };
  const accepting = { acceptInvitation, seesMany: () => false };
  sessionRoutes(app, { ...shared, ...accepting, cookie, device, google: google ?? null, signOn });
  userRoutes(app, { db, brand: { product: "Groundcrew", provider: PROVIDER }, throttle, now });
  passwordRoutes(app, { db, throttle, device, product: "Groundcrew", now });
  accountRoutes(app, { ...shared, hasGoogle: google !== undefined });
  singleSignOnRoutes(app, { db, signOn, provider: PROVIDER, now });
  organizationRoutes(app, { db, now: () => now().getTime() });
  apiKeyRoutes(app, { db, brand: { product: "Groundcrew", provider: PROVIDER }, now });
  return { app, settle: caches.settle };
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

function methodOf(text: string | undefined): (typeof METHODS)[number] {
  const method = METHODS.find((one) => one === text);
  if (method === undefined) throw new Error(`${text} is no method.`);
  return method;
}

/** The cookies that a response sets, as a browser would send them back. */
export function cookiesOf(reply: LightMyRequestResponse): string {
  const set = [reply.headers["set-cookie"] ?? []].flat();
  return set.map((line) => line.split(";", 1)[0]).join("; ");
}
