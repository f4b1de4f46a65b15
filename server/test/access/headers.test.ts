import { expect, test } from "vitest";
import { expectPrivate, expectSecurity } from "./expect-headers.ts";
import { prepare } from "./send-all.ts";
import { startTestServer, ORIGIN } from "./test-server.ts";

const system = await startTestServer();

const NEVER_SERVED = [
  { method: "GET", url: "/api/nothing" },
  { method: "POST", url: "/api/nothing", payload: {} },
  { method: "GET", url: "/api/" },
  { method: "GET", url: "/api" },
  { method: "GET", url: "/api?x=1" },
  { method: "PATCH", url: "/api/users", payload: {} },
  { method: "GET", url: "/api/stations/%zz" },
  { method: "GET", url: "/api/stations/%ff%fe" },
  { method: "GET", url: "/api/stations/%C0%AFetc" },
  { method: "GET", url: `/api/stations/${"a".repeat(5_000)}` },
  { method: "GET", url: "/api/stations/..%2f..%2fusers" },
  { method: "POST", url: "/api/sessions/current", payload: "{", headers: { "content-type": "application/json" } },
  { method: "POST", url: "/api/sessions/current", payload: "a=1", headers: { "content-type": "text/plain" } },
  {
    method: "POST",
    url: "/api/sessions/current",
    payload: "x".repeat(1_100_000),
    headers: { "content-type": "application/json" },
  },
  { method: "POST", url: "/api/sessions/current", payload: "{}", headers: { "content-type": "nonsense" } },
  { method: "POST", url: "/api/sessions/current", payload: "{}", headers: { origin: "https://evil.example" } },
  { method: "GET", url: "/api/stations", headers: { authorization: "Bearer nonsense" } },
] as const;

test.for(NEVER_SERVED)("$method $url: a request that reaches no endpoint gets the same headers", async (request) => {
  const reply = await system.app.inject({ ...request });
  expect(reply.statusCode).toBeGreaterThanOrEqual(400);
  expect(reply.statusCode).toBeLessThan(500);
  expectSecurity(reply.headers);
  expectPrivate(reply.headers);
  expect(reply.headers["content-type"]).toMatch(/^application\/problem\+json/);
  expect(reply.json()).toEqual({
    title: expect.any(String),
    status: reply.statusCode,
    detail: expect.stringMatching(/^[A-Z].+\.$/),
  });
});

test.for([
  "/",
  "/stations/gc-1/overview",
  "/login?r=%2F",
  "/assets/console-1a2b3c.js",
  "/%zz",
  "/no/../such",
  "//[",
  "//api/console",
])("%s: the web app has the security headers and a cache lifetime", async (url) => {
  const reply = await system.app.inject({ url });
  expectSecurity(reply.headers);
  expect(String(reply.headers["cache-control"])).toMatch(/no-cache|immutable/);
});

test("the page's own styles have the nonce of its policy, which differs in each answer", async () => {
  const pages = await Promise.all([system.app.inject("/"), system.app.inject("/")]);
  const nonces = pages.map(({ body }) => /nonce="([^"]+)"/.exec(body)?.[1] ?? "none");
  expect(pages[0]?.headers["content-security-policy"]).toContain(`'nonce-${nonces[0]}'`);
  expect(nonces[0]).not.toBe(nonces[1]);
});

test("a HEAD request for the page succeeds", async () => {
  for (const url of ["/", "/stations/gc-000000000000"]) {
    const reply = await system.app.inject({ method: "HEAD", url });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers["content-type"]).toMatch(/^text\/html/);
    expect(reply.body).toBe("");
  }
});

test.for(["/humans.txt", "/humans.txt?x=1", "/assets/none.js"])(
  "%s: a file that is not there is no page",
  async (url) => {
    const reply = await system.app.inject({ url });
    expect(reply.statusCode).toBe(404);
    expect(reply.headers["content-type"]).toMatch(/^application\/problem\+json/);
  },
);

test("browsers that request an icon by themselves are redirected to that of the page", async () => {
  const { statusCode, headers } = await system.app.inject("/favicon.ico");
  expect([statusCode, headers["location"]]).toEqual([302, "/assets/mark-1a2b3c.svg"]);
  expectSecurity(headers);
});

test("browsers install the app under the product's name, and each build has its own service worker", async () => {
  const named = await startTestServer({ settings: { BRAND_PRODUCT: 'Ground "Ops"' } });
  const manifest = await named.app.inject("/manifest.webmanifest");
  expect(manifest.json()).toEqual({ name: 'Ground "Ops"' });
  const worker = await system.app.inject("/service-worker.js");
  expect(worker.body).toBe(`const SHELL = "shell-${String(worker.headers["x-build"])}";`);
  for (const [{ statusCode, headers }, type] of [
    [manifest, /^application\/manifest\+json/],
    [worker, /^text\/javascript/],
  ] as const) {
    expect([statusCode, headers["cache-control"]]).toEqual([200, "no-cache"]);
    expect(headers["content-type"]).toMatch(type);
    expectSecurity(headers);
  }
});

test("search engines are instructed not to index the console", async () => {
  const { statusCode, headers, body } = await system.app.inject("/robots.txt");
  expect([statusCode, body]).toEqual([200, "User-agent: *\nDisallow: /\n"]);
  expectSecurity(headers);
});

test("the page contains whether there is a session, so that the session is requested only if there is one", async () => {
  const hasSession = async (headers: Record<string, string>) =>
    /name="has-session" content="(\w+)"/.exec((await system.app.inject({ url: "/", headers })).body)?.[1];
  expect(await hasSession({})).toBe("no");
  expect(await hasSession(await system.proofOf("user A"))).toBe("yes");
  expect(await hasSession({ cookie: "groundcrew_session=expired" })).toBe("no");
});

test("the policy contains the address for reports of violations", async () => {
  for (const url of ["/", "/api/docs"]) {
    const { headers } = await system.app.inject({ url });
    expect(headers["content-security-policy"]).toContain("report-uri /api/security/violations");
    expect(headers).not.toHaveProperty("reporting-endpoints");
  }
});

// @spec 285.2
test("the policy permits images of the map tiles that are configured, and of no other server", async () => {
  const settings = { MAP_TILES_URL: "https://tiles.example/{z}/{x}/{y}.png", MAP_TILES_ATTRIBUTION: "© mappers" };
  const withTiles = await startTestServer({ settings });
  const imagesOf = async ({ app }: typeof system) =>
    String((await app.inject({ url: "/" })).headers["content-security-policy"])
      .split(";")
      .find((directive) => directive.startsWith("img-src"));
  expect(await imagesOf(withTiles)).toBe("img-src 'self' data: blob: https://tiles.example");
  expect(await imagesOf(system)).toBe("img-src 'self' data: blob:");
});

test("responses over HTTPS have Strict-Transport-Security", async () => {
  const secure = await startTestServer({ origin: "https://console.example.com" });
  for (const url of ["/", "/api/console", "/api/stations", "/api/nothing", "/api/%zz"]) {
    const { headers } = await secure.app.inject({ url });
    expect([url, headers["strict-transport-security"]]).toEqual([url, expect.stringMatching(/^max-age=\d{7,}/)]);
    expect(headers["reporting-endpoints"]).toBe('csp="/api/security/violations"');
    expect(headers["content-security-policy"]).toContain("report-to csp");
  }
});

test("a cookie cannot be read by scripts or sent by other sites", async () => {
  const { endpoint, ids, requestFor } = await prepare(system, "logIn");
  const { headers } = await system.send("nobody", endpoint, { ...requestFor(ids), headers: { origin: ORIGIN } });
  for (const cookie of String(headers["set-cookie"]).split(/,(?=\w+=)/)) {
    expect(cookie).toMatch(/; HttpOnly/i);
    expect(cookie).toMatch(/; SameSite=(Lax|Strict)/i);
  }
});

test.for(["/%61pi/users", "/%61pi/nothing"])(
  "%s is answered like the decoded path, with the headers of a private answer",
  async (url) => {
    const { status, headers } = await answered(url);
    expect(status).toBe(url.endsWith("users") ? 401 : 404);
    expectPrivate(headers);
  },
);

async function answered(url: string) {
  const { statusCode: status, headers } = await system.app.inject({ url });
  return { status, headers };
}

test("the page has the id of its build, every response of the API names it, and /api/console the version too", async () => {
  const { body: page, headers } = await system.app.inject({ url: "/" });
  const [, build] = /<meta name="build" content="([\w-]{16})"/.exec(page) ?? [];
  expect(build).toBeDefined();
  expect(headers["x-build"]).toBe(build);
  for (const url of ["/api/console", "/api/stations", "/api/nothing"]) {
    expect((await system.app.inject({ url })).headers["x-build"]).toBe(build);
  }
  expect((await system.app.inject({ url: "/api/console" })).json()).toMatchObject({ version: "1.0.0", build });
  expect((await system.app.inject({ url: "/assets/console-1a2b3c.js" })).headers).not.toHaveProperty("x-build");
});
