import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { isOfApi } from "./addresses.ts";
import { notFound } from "./problem.ts";

const ASSETS = "/assets/";
const NONCE = "__CSP_NONCE__";
/** What browsers and robots ask for of their own accord: a file at the root, where the app has none. */
const FILE = /^\/[^/?]*\.\w+(\?|$)/;
const YEAR_MS = 365 * 24 * 60 * 60 * 1_000;

/**
 * Serves the built web app of `folder`: files by name, and its page for every other path, since routes are the app's own.
 * File names hold a hash, so they never change; the page is asked for again each time.
 */
export async function serveWebApp(app: FastifyInstance, folder: string): Promise<void> {
  const page = await readFile(join(folder, "index.html"), "utf8");
  await app.register(fastifyStatic, {
    root: join(folder, "assets"),
    prefix: ASSETS,
    immutable: true,
    maxAge: YEAR_MS,
    preCompressed: true,
    decorateReply: false,
  });
  app.setNotFoundHandler((request, reply) => {
    const { method, url } = request;
    const isRead = method === "GET" || method === "HEAD";
    if (!isRead || isOfApi(url) || url.startsWith(ASSETS) || FILE.test(url)) throw notFound();
    return reply
      .header("cache-control", "no-cache")
      .type("text/html; charset=utf-8")
      .send(page.replaceAll(NONCE, reply.cspNonce.style));
  });
}

/** Without a web app, there is nothing beside the calls of the API. */
export function serveNothingElse(app: FastifyInstance): void {
  app.setNotFoundHandler(() => {
    throw notFound();
  });
}
