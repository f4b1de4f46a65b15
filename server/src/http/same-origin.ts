import { VIOLATIONS_PATH } from "@groundcrew/shared/security";
import type { FastifyInstance } from "fastify";
import { Problem } from "./problem.ts";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses changes that another site makes a browser ask for. Browsers say where a request comes from in `Sec-Fetch-Site`
 * and `Origin`; a program that sends neither holds no one else's cookie. `Host` proves nothing: whoever owns a name can lead
 * it to this server. Reports that the browser sends by itself come without an origin, since our pages send no referrer; they change
 * nothing for anyone who is logged in.
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

/** Browsers that do not say more send at least the origin. */
function isOwnOrigin(origin: string | undefined, publicOrigin: string): boolean {
  return origin === undefined || origin === publicOrigin;
}

/**
 * The browser says that page and address have one origin, which is not enough: it says so of a foreign name that leads here, too. A
 * console on the loopback address goes by each of its names, and by the port of a development server in front of it.
 */
function isOwnPage(origin: string | undefined, publicOrigin: string): boolean {
  if (isOwnOrigin(origin, publicOrigin)) return true;
  return isLoopback(origin) && isLoopback(publicOrigin);
}

function isLoopback(origin = ""): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(URL.parse(origin)?.hostname ?? "");
}
