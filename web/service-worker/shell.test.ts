import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answerFromShell, fillShell, removeOldShells } from "./shell.ts";

const ORIGIN = "https://console.example";
const PAGE =
  '<meta name="has-session" content="no"><script src="/assets/index-1.js"></script><link rel="later" href="/assets/map-1.js">';

/** The browser's caches: for each one, responses by path. */
const stored = new Map<string, Map<string, Response>>();
const pathOf = (url: string) => new URL(url, ORIGIN).pathname;
const cacheOf = (name: string) => {
  const cache = stored.get(name) ?? new Map<string, Response>();
  stored.set(name, cache);
  return cache;
};
const fakeCaches = {
  open: async (name: string) => ({
    addAll: async (urls: string[]) => urls.forEach((url) => cacheOf(name).set(pathOf(url), new Response("cached"))),
    put: async (url: string, response: Response) => void cacheOf(name).set(pathOf(url), response),
    match: async (url: string) => cacheOf(name).get(pathOf(url))?.clone(),
  }),
  keys: async () => [...stored.keys()],
  delete: async (name: string) => stored.delete(name),
};
const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  stored.clear();
  fetched.mockReset();
  vi.stubGlobal("caches", fakeCaches);
  vi.stubGlobal("location", { origin: ORIGIN });
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => vi.unstubAllGlobals());

/** A request of a page. Only browsers make requests that navigate. */
function requestOf(path: string, { method = "GET", navigates = false } = {}): Request {
  const request = new Request(new URL(path, ORIGIN), { method });
  if (navigates) Object.defineProperty(request, "mode", { value: "navigate" });
  return request;
}

async function fill(): Promise<void> {
  const headers = { "content-type": "text/html", "content-length": "99", "content-security-policy": "nonce" };
  fetched.mockResolvedValueOnce(new Response(PAGE, { headers }));
  await fillShell();
}

test.each(["/api", "/api/stations", "/api/me/devices", "/manifest.webmanifest", "/service-worker.js"])(
  "the worker leaves requests for %s to the browser",
  (path) => {
    expect(answerFromShell(requestOf(path))).toBeNull();
  },
);

test("it also leaves links into the API, changes, and requests to other sites to the browser", () => {
  expect(answerFromShell(requestOf("/api/notifications/deliveries/csv", { navigates: true }))).toBeNull();
  expect(answerFromShell(requestOf("/assets/index-1.js", { method: "POST" }))).toBeNull();
  expect(answerFromShell(requestOf("https://tiles.example/assets/1.png"))).toBeNull();
});

test("the page is requested without cookies, and cached with its policy as one of an unknown session", async () => {
  await fill();
  expect(fetched).toHaveBeenCalledWith("/", { credentials: "omit", cache: "no-store" });
  const [shell = new Map<string, Response>()] = stored.values();
  expect([...shell.keys()].toSorted()).toEqual(["/", "/assets/index-1.js"]);
  const page = shell.get("/");
  expect(await page?.text()).toContain('name="has-session" content="unknown"');
  expect([...(page?.headers.keys() ?? [])]).toEqual(["content-security-policy", "content-type"]);
});

test("a page comes from the server, and from the cache only if the server is not reachable", async () => {
  await fill();
  const load = async () => (await answerFromShell(requestOf("/attention", { navigates: true })))?.text();
  fetched.mockResolvedValueOnce(new Response("newer"));
  expect(await load()).toBe("newer");
  fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  expect(await load()).toContain("/assets/index-1.js");
});

test("an asset is loaded once, and not cached when it is missing", async () => {
  const load = async (path: string) => (await answerFromShell(requestOf(path)))?.text();
  fetched.mockResolvedValueOnce(new Response("missing", { status: 404 }));
  expect(await load("/assets/rules-1.js")).toBe("missing");
  fetched.mockResolvedValueOnce(new Response("rules"));
  expect([await load("/assets/rules-1.js"), await load("/assets/rules-1.js")]).toEqual(["rules", "rules"]);
  expect(fetched).toHaveBeenCalledTimes(2);
});

test("the caches of other builds are removed", async () => {
  await fill();
  cacheOf("shell-older");
  await removeOldShells();
  expect(stored.size).toBe(1);
  expect(stored.has("shell-older")).toBe(false);
});
