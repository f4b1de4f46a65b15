/** The server replaces this with the id of the build, so that each build has a worker and a cache of its own. */
const SHELL = "shell-__BUILD__";
const PAGE = "/";
const ASSETS = "/assets/";

/** Caches the page and the files that it needs to start. Rejects when one of them cannot be loaded; the browser then tries again later. */
export async function fillShell(): Promise<void> {
  // Without cookies, and not from the browser's cache, which may have the page of an older build.
  const response = await fetch(PAGE, { credentials: "omit", cache: "no-store" });
  if (!response.ok) throw new Error(`The page was answered with status ${response.status}.`);
  const text = await response.text();
  const shell = await caches.open(SHELL);
  await shell.addAll(assetsOf(text));
  await shell.put(PAGE, neutralPage(text, response.headers));
}

/** The scripts, styles and icons that a page names, without those that are fetched when it is idle. */
function assetsOf(page: string): string[] {
  const first = page.replaceAll(/<link rel="later"[^>]*>/g, "");
  return [...first.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].flatMap(([, path]) => path ?? []);
}

/** A page that asks the server whether someone is logged in. The headers have the policy whose nonce is in the page. */
function neutralPage(text: string, headers: Headers): Response {
  const kept = [...headers].filter(([name]) => !name.startsWith("content-") || /^content-(type|security)/.test(name));
  const page = text.replace(/(<meta name="has-session" content=")no"/, '$1unknown"');
  return new Response(page, { headers: kept });
}

/** Removes the caches of other builds. */
export async function removeOldShells(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name)));
}

/**
 * The answer to a request for a file of the web app, or null for requests that are none of the worker's business, among them all to the API. A page
 * comes from the server, and from the cache only if the server is not reachable. Names of assets contain a hash of their content.
 */
export function answerFromShell(request: Request): Promise<Response> | null {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || isApiPath(pathname)) return null;
  if (request.mode === "navigate") return loadPage(request);
  return pathname.startsWith(ASSETS) ? loadAsset(request) : null;
}

function isApiPath(path: string): boolean {
  return path === "/api" || path.startsWith("/api/");
}

async function loadPage(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const shell = await caches.open(SHELL);
    const page = await shell.match(PAGE);
    if (!page) throw error;
    return page;
  }
}

async function loadAsset(request: Request): Promise<Response> {
  const shell = await caches.open(SHELL);
  const known = await shell.match(request.url);
  if (known) return known;
  const response = await fetch(request);
  // A copy is stored while the page reads the response. A full disk does not keep the page from working.
  if (response.status === 200) void shell.put(request.url, response.clone()).catch(() => undefined);
  return response;
}
