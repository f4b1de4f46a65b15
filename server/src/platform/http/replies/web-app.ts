import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { BUILD_HEADER } from "@groundcrew/shared/contract";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { isApiPath } from "../addresses.ts";
import { notFound } from "../problem.ts";

const ASSETS = "/assets/";
const NONCE = "__CSP_NONCE__";
const HAS_SESSION = "__HAS_SESSION__";
const BUILD = "__BUILD__";
/** A file at the root, such as browsers and robots request by themselves; the app has none. */
const FILE = /^\/[^/?]*\.\w+(\?|$)/;
const YEAR_MS = 365 * 24 * 60 * 60 * 1_000;

type WebAppOptions = {
  /** Whether a browser's cookies have a valid session. */
  hasSession: (cookieHeader: string | undefined) => Promise<boolean>;
  /** The product's name, under which browsers install the app. */
  product: string;
};

/**
 * Serves the built web app in `folder`: assets by name, and the page for every other path, since the app does its own routing. Asset
 * names contain a hash, so they are cached for ever; the page is revalidated each time.
 */
export async function serveWebApp(
  app: FastifyInstance,
  folder: string,
  { hasSession, product }: WebAppOptions,
): Promise<void> {
  const built = await readPage(folder);
  const build = idOf(built);
  const page = built.replace(BUILD, build);
  // Open pages notice from it that they are from an older build.
  app.addHook("onSend", async (request, reply) => {
    if (!request.url.startsWith(ASSETS)) reply.header(BUILD_HEADER, build);
  });
  await app.register(fastifyStatic, {
    root: join(folder, "assets"),
    prefix: ASSETS,
    immutable: true,
    maxAge: YEAR_MS,
    preCompressed: true,
    decorateReply: false,
  });
  await serveInstallFiles(app, folder, { build, product });
  const icon = /<link rel="icon"[^>]* href="([^"]+)"/.exec(page)?.[1];
  if (icon !== undefined) {
    // Browsers request this path for documents without an icon.
    app.get("/favicon.ico", async (_, reply) => reply.header("cache-control", "no-cache").redirect(icon));
  }
  // Keeps search engines out.
  app.get("/robots.txt", async (_, reply) => reply.type("text/plain").send("User-agent: *\nDisallow: /\n"));
  app.setNotFoundHandler(async (request, reply) => {
    const { method, url } = request;
    const isRead = method === "GET" || method === "HEAD";
    if (!isRead || isApiPath(url) || url.startsWith(ASSETS) || FILE.test(url)) throw notFound();
    const isLoggedIn = await hasSession(request.headers.cookie);
    return reply
      .header("cache-control", "private, no-cache")
      .header("vary", "Cookie")
      .type("text/html; charset=utf-8")
      .send(page.replaceAll(NONCE, reply.cspNonce.style).replace(HAS_SESSION, isLoggedIn ? "yes" : "no"));
  });
}

const PRODUCT = "__PRODUCT__";

/** Serves the files with which browsers install the app: its manifest, with the product's name, and its service worker, with the id of the build. */
async function serveInstallFiles(
  app: FastifyInstance,
  folder: string,
  { build, product }: { build: string; product: string },
): Promise<void> {
  const name = JSON.stringify(product).slice(1, -1);
  const manifest = (await readFile(join(folder, "manifest.webmanifest"), "utf8")).replaceAll(PRODUCT, () => name);
  const worker = (await readFile(join(folder, "service-worker.js"), "utf8")).replaceAll(BUILD, build);
  for (const [path, type, text] of [
    ["/manifest.webmanifest", "application/manifest+json; charset=utf-8", manifest],
    ["/service-worker.js", "text/javascript; charset=utf-8", worker],
  ] as const) {
    app.get(path, async (_, reply) => reply.header("cache-control", "no-cache").type(type).send(text));
  }
}

/** The id of the build of the web app in `folder`. */
export async function webAppBuild(folder: string): Promise<string> {
  return idOf(await readPage(folder));
}

function readPage(folder: string): Promise<string> {
  return readFile(join(folder, "index.html"), "utf8");
}

/** The id of a build. Its page contains the names of its scripts and styles, which contain hashes of all its code. */
function idOf(page: string): string {
  return createHash("sha256").update(page).digest("base64url").slice(0, 16);
}

/** Answers 404 to everything but the API when there is no web app. */
export function serveNothingElse(app: FastifyInstance): void {
  app.setNotFoundHandler(() => {
    throw notFound();
  });
}
