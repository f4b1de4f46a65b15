import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { isOfApi } from "./addresses.ts";
import { notFound } from "./problem.ts";

const ASSETS = "/assets/";
const NONCE = "__CSP_NONCE__";
const HAS_SESSION = "__HAS_SESSION__";
/** What browsers and robots ask for of their own accord: a file at the root, where the app has none. */
const FILE = /^\/[^/?]*\.\w+(\?|$)/;
const YEAR_MS = 365 * 24 * 60 * 60 * 1_000;

/** Whether someone is logged in with a browser's cookies. */
type HasSession = (cookieHeader: string | undefined) => Promise<boolean>;

/**
 * Serves the built web app of `folder`: files by name, and its page for every other path, since routes are the app's own.
 * File names hold a hash, so they never change; the page is asked for again each time.
 */
export async function serveWebApp(app: FastifyInstance, folder: string, hasSession: HasSession): Promise<void> {
  const page = await readFile(join(folder, "index.html"), "utf8");
  await app.register(fastifyStatic, {
    root: join(folder, "assets"),
    prefix: ASSETS,
    immutable: true,
    maxAge: YEAR_MS,
    preCompressed: true,
    decorateReply: false,
  });
  const icon = /<link rel="icon"[^>]* href="([^"]+)"/.exec(page)?.[1];
  if (icon !== undefined) {
    // Where a document names no icon, browsers ask for this one.
    app.get("/favicon.ico", async (_, reply) => reply.header("cache-control", "no-cache").redirect(icon));
  }
  // Nothing of the console is for search engines.
  app.get("/robots.txt", async (_, reply) => reply.type("text/plain").send("User-agent: *\nDisallow: /\n"));
  app.setNotFoundHandler(async (request, reply) => {
    const { method, url } = request;
    const isRead = method === "GET" || method === "HEAD";
    if (!isRead || isOfApi(url) || url.startsWith(ASSETS) || FILE.test(url)) throw notFound();
    const isLoggedIn = await hasSession(request.headers.cookie);
    return reply
      .header("cache-control", "private, no-cache")
      .header("vary", "Cookie")
      .type("text/html; charset=utf-8")
      .send(page.replaceAll(NONCE, reply.cspNonce.style).replace(HAS_SESSION, isLoggedIn ? "yes" : "no"));
  });
}

/** Without a web app, there is nothing beside the calls of the API. */
export function serveNothingElse(app: FastifyInstance): void {
  app.setNotFoundHandler(() => {
    throw notFound();
  });
}
