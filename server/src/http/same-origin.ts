import type { FastifyInstance } from "fastify";
import { Problem } from "./problem.ts";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses changes that another site makes a browser ask for. Browsers say where a request comes from in `Sec-Fetch-Site`,
 * older ones in `Origin`; a program that sends neither holds no one else's cookie.
 */
export function refuseForeignOrigins(app: FastifyInstance, publicOrigin: string): void {
  app.addHook("onRequest", async (request) => {
    if (SAFE.has(request.method)) return;
    const site = request.headers["sec-fetch-site"];
    const origin = request.headers.origin;
    const own = [publicOrigin, `${request.protocol}://${request.host}`];
    const isForeign = site === undefined ? origin !== undefined && !own.includes(origin) : site !== "same-origin";
    if (isForeign) throw new Problem(403, "This request comes from another site.");
  });
}
