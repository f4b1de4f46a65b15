import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { Problem } from "./problem.ts";

const NONCE = "__CSP_NONCE__";
const YEAR_MS = 365 * 24 * 60 * 60 * 1_000;

/**
 * Serves the built web app of `folder`: files by name, and its page for every other path, since routes are the app's own.
 * File names hold a hash, so they never change; the page is asked for again each time.
 */
export async function serveWebApp(app: FastifyInstance, folder: string): Promise<void> {
  const page = await readFile(join(folder, "index.html"), "utf8");
  await app.register(fastifyStatic, {
    root: join(folder, "assets"),
    prefix: "/assets/",
    immutable: true,
    maxAge: YEAR_MS,
    preCompressed: true,
    decorateReply: false,
  });
  app.setNotFoundHandler((request, reply) => {
    const { pathname } = new URL(request.url, "http://page.invalid");
    if (request.method !== "GET" || pathname.startsWith("/api/") || pathname.startsWith("/assets/")) {
      throw new Problem(404, "There is no such thing here, or you may not see it.");
    }
    return reply
      .header("cache-control", "no-cache")
      .type("text/html; charset=utf-8")
      .send(page.replaceAll(NONCE, reply.cspNonce.style));
  });
}
