import { VIOLATIONS_PATH } from "@groundcrew/shared/security";
import type { FastifyInstance } from "fastify";
import { Problem } from "../problem.ts";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Rejects requests from other sites that would change something (CSRF). Browsers send `Sec-Fetch-Site` and `Origin`; a client that sends
 * neither is not a browser with someone's cookie. `Host` proves nothing, because anyone can point a domain at this server. Reports that
 * browsers send by themselves have no origin, since our pages send no referrer; they change nothing.
 */
export function refuseForeignOrigins(app: FastifyInstance, publicOrigin: string): void {
  app.addHook("onRequest", async ({ method, headers, routeOptions }) => {
    if (SAFE.has(method)) return;
    const { origin, "sec-fetch-site": site } = headers;
    if (site === "same-origin" && origin === "null" && routeOptions.url === VIOLATIONS_PATH) return;
    const isOwn =
      site === "same-origin"
        ? isOwnPage(origin, publicOrigin)
        : site === undefined && isOwnOrigin(origin, publicOrigin);
    if (!isOwn) throw new Problem(403, "This request comes from another site.");
  });
}

/** Browsers without `Sec-Fetch-Site` send at least the origin. */
function isOwnOrigin(origin: string | undefined, publicOrigin: string): boolean {
  return origin === undefined || origin === publicOrigin;
}

/**
 * `same-origin` is not enough: it is also sent for another domain that points at this server. A console on the loopback address may be
 * reached by any loopback name, and through the port of a development server.
 */
function isOwnPage(origin: string | undefined, publicOrigin: string): boolean {
  if (isOwnOrigin(origin, publicOrigin)) return true;
  return isLoopback(origin) && isLoopback(publicOrigin);
}

function isLoopback(origin = ""): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(URL.parse(origin)?.hostname ?? "");
}
