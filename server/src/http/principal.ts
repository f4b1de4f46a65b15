import { isManager, type SessionUser } from "@groundcrew/shared/sessions";
import type { Access } from "@groundcrew/shared/contract";
import type { FastifyInstance } from "fastify";
import { Problem } from "./problem.ts";

/** Who makes a request. `provider` marks the members of the organization that runs the fleet. */
export type Principal =
  | { kind: "anonymous" }
  | { kind: "user"; id: number; user: SessionUser; provider: boolean }
  | { kind: "api_key"; id: number; orgId: number; provider: boolean }
  | { kind: "station"; name: string };

/** The author that is recorded for what a principal saves: a user's name, or else their email. */
export function authorOf(principal: Principal): string {
  return principal.kind === "user" ? principal.user.name || principal.user.email : principal.kind;
}

/** Whether a principal may make a call; `log in` when nobody is logged in, `no` when permission is missing. */
export function mayCall(
  principal: Principal,
  { access, apiKeys = false }: { access: Access; apiKeys?: boolean },
): "yes" | "log in" | "no" {
  if (access === "public") return "yes";
  switch (principal.kind) {
    case "anonymous":
      return "log in";
    case "station":
      return access === "station" ? "yes" : "no";
    case "api_key":
      return access === "user" && apiKeys ? "yes" : "no";
    case "user":
      return userMayCall(principal.user, access) ? "yes" : "no";
  }
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

/** How requests are authenticated. */
export type Identify = {
  tokenOf: (cookieHeader: string | undefined) => string | undefined;
  bySession: (token: string, background: boolean) => Promise<Principal>;
  byKey: (key: string) => Promise<Principal>;
};

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
    if (request.routeOptions.config.endpoint === undefined) return;
    const key = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
    if (key !== undefined) {
      request.principal = await identify.byKey(key);
      if (request.principal.kind === "anonymous") throw new Problem(401, "This API key is not valid.");
      return;
    }
    const token = identify.tokenOf(request.headers.cookie);
    request.sessionToken = token;
    if (token === undefined) return;
    request.principal = await identify.bySession(token, request.headers["x-background"] === "1");
  });
}
