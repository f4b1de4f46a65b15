import type { IncomingHttpHeaders } from "node:http";
import {
  getSession,
  isManager,
  usualPreferences,
  type Preferences,
  type SessionUser,
} from "@groundcrew/shared/sessions";
import { mustBeConfirmed, type Access, type KeyScope } from "@groundcrew/shared/contract";
import type { FastifyInstance } from "fastify";
import { Problem } from "../problem.ts";

/**
 * The author of a request. `provider` marks the members of the organization that runs the fleet, `isConfirmed` those who have proven lately who
 * they are, and `hasSecondStep` those with a second factor.
 */
export type Principal =
  | { kind: "anonymous" }
  | { kind: "user"; id: number; user: SessionUser; provider: boolean; isConfirmed?: boolean; hasSecondStep?: boolean }
  | { kind: "api_key"; id: number; name: string; orgId: number; provider: boolean; scopes: readonly KeyScope[] }
  | { kind: "station"; name: string };

/** A wallboard, which makes no call but the one that takes its token. */
export type WallboardPrincipal = { kind: "wallboard"; orgId: number; provider: boolean };

/** The author that is recorded for a principal's changes: a user's name, or else their email; the name of an API key. */
export function authorOf(principal: Principal): string {
  switch (principal.kind) {
    case "user":
      return principal.user.name || principal.user.email;
    case "api_key":
      return principal.name;
    case "anonymous":
    case "station":
      return principal.kind;
  }
}

/** A person as recorded for customers, who do not see the names of the provider's staff. */
export type Author = { name: string; isStaff: boolean };

export function shownAuthorOf(principal: Principal): Author {
  return { name: authorOf(principal), isStaff: isProvider(principal) };
}

/** How a caller reads times and temperatures. Programs do as someone who has chosen nothing. */
export function preferencesOf(principal: Principal): Preferences {
  return principal.kind === "user" ? principal.user.preferences : usualPreferences;
}

/** True if staff act for a customer, whose users see "support" instead of the name of the person. */
export function actsAsSupport(principal: Principal, orgId: number): boolean {
  return isProvider(principal) && organizationOf(principal) !== orgId;
}

function isProvider(principal: Principal): boolean {
  return (principal.kind === "user" || principal.kind === "api_key") && principal.provider;
}

/** The organization of a user or an API key; null for everyone else. */
export function organizationOf(principal: Principal): number | null {
  switch (principal.kind) {
    case "user":
      return principal.user.org_id;
    case "api_key":
      return principal.orgId;
    case "anonymous":
    case "station":
      return null;
  }
}

/** Whether a principal may make a call; `log in` when nobody is logged in, `no` when permission is missing. */
export function mayCall(
  principal: Principal,
  { access, keyScope = null }: { access: Access; keyScope?: KeyScope | null },
): "yes" | "log in" | "no" {
  if (access === "public") return "yes";
  switch (principal.kind) {
    case "anonymous":
      return "log in";
    case "station":
      return access === "station" ? "yes" : "no";
    case "api_key":
      if (keyScope === null || !principal.scopes.includes(keyScope)) return "no";
      return access !== "admin" || principal.provider ? "yes" : "no";
    case "user":
      return userMayCall(principal.user, access) ? "yes" : "no";
  }
}

/** True if somebody else at the open browser of this user could make a call that must be confirmed. */
export function needsConfirmation(principal: Principal, { name }: { name: string }, body: unknown): boolean {
  if (principal.kind !== "user" || principal.isConfirmed === true) return false;
  return mustBeConfirmed(name, body, principal.hasSecondStep === true);
}

/** True if a user has to set up a second factor before this call: they can only make those about their own account. */
export function mustSetUpStep(principal: Principal, { access, path }: { access: Access; path: string }): boolean {
  if (principal.kind !== "user" || principal.user.required_step?.is_due !== true || access === "public") return false;
  return path !== getSession.path && !/^\/api\/account(\/|$)/.test(path);
}

function userMayCall(user: SessionUser, access: Exclude<Access, "public">): boolean {
  switch (access) {
    case "user":
      return true;
    case "manager":
      return isManager(user);
    case "admin":
      return user.can_admin;
    case "station":
      return false;
  }
}

declare module "fastify" {
  interface FastifyRequest {
    principal: Principal;
    /** The session cookie's value, whether or not such a session exists. */
    sessionToken: string | undefined;
  }
}

/** Finds principals by a session's token. Requests in the `background` do not count as use by a person. */
export type PrincipalSource = {
  principal: (token: string, background: boolean) => Promise<Principal>;
  /** The same without waiting; undefined when that takes the database. */
  knownPrincipal: (token: string, background: boolean) => Principal | undefined;
};

/** Finds principals by an API key and the address from which it is used. Throws a problem for a key that is not accepted now or from there. */
export type KeySource = {
  principal: (key: string, ip: string) => Promise<Principal>;
  /** The same without waiting; undefined when that takes the database, or the key is not accepted. */
  knownPrincipal: (key: string, ip: string) => Principal | undefined;
};

/** The parts of a request by which it is authenticated. */
type Identified = { headers: IncomingHttpHeaders; ip: string };

/** How requests are authenticated. */
export type Identify = {
  tokenOf: (cookieHeader: string | undefined) => string | undefined;
  sessions: PrincipalSource;
  keys: KeySource;
  /** Resolves once `knownPrincipal` reflects every change committed so far. */
  settle: () => Promise<void>;
};

/** The principal of a request, if it is known without the database. */
export function knownPrincipal(
  { headers, ip }: Identified,
  { tokenOf, sessions, keys }: Identify,
  background: boolean,
): Principal | undefined {
  const key = keyIn(headers);
  if (key !== undefined) return keys.knownPrincipal(key, ip);
  const token = tokenOf(headers.cookie);
  return token === undefined ? { kind: "anonymous" } : sessions.knownPrincipal(token, background);
}

function keyIn({ authorization }: IncomingHttpHeaders): string | undefined {
  return authorization === undefined ? undefined : /^Bearer (.+)$/.exec(authorization)?.[1];
}

function isBackground(headers: IncomingHttpHeaders): boolean {
  return headers["x-background"] === "1";
}

/** Makes every request anonymous until it is authenticated. */
export function beginAnonymous(app: FastifyInstance): void {
  app.addHook("onRequest", async (request) => {
    request.principal = { kind: "anonymous" };
  });
}

/** Sets the principal of each API request. An API key takes precedence over a session. */
export function identifyRequests(app: FastifyInstance, identify: Identify): void {
  app.decorateRequest("sessionToken", undefined);
  app.addHook("onRequest", async (request) => {
    const { endpoint } = request.routeOptions.config;
    if (endpoint === undefined || endpoint.ownToken === true) return;
    const { headers } = request;
    // A stream of events is opened again by itself, so it is never a use by a person.
    const background = isBackground(headers) || endpoint.events !== undefined;
    const key = keyIn(headers);
    request.sessionToken = key === undefined ? identify.tokenOf(headers.cookie) : undefined;
    request.principal = knownPrincipal(request, identify, background) ?? (await lookUp(request, identify, background));
    if (key !== undefined && request.principal.kind === "anonymous")
      throw new Problem(401, "This API key is not valid.");
  });
  // A client that gets the response to a change can rely on it: a session that was ended is not accepted by the next request.
  app.addHook("onSend", async ({ method, routeOptions }, { statusCode }) => {
    const access = routeOptions.config.endpoint?.access;
    const isChange = method !== "GET" && method !== "HEAD" && statusCode < 400;
    if (isChange && access !== undefined && access !== "station") await identify.settle();
  });
}

async function lookUp(
  { headers, ip }: Identified,
  { tokenOf, sessions, keys }: Identify,
  background: boolean,
): Promise<Principal> {
  const key = keyIn(headers);
  if (key !== undefined) return keys.principal(key, ip);
  return sessions.principal(tokenOf(headers.cookie) ?? "", background);
}
