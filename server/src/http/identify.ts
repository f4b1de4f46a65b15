import type { FastifyInstance } from "fastify";
import type { Principal } from "./principal.ts";
import { Problem } from "./problem.ts";

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
