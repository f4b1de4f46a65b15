import { VIOLATIONS_PATH } from "@groundcrew/shared/security";
import fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { refuseForeignOrigins } from "./same-origin.ts";

const OWN = "https://console.example";
const SITE = { "sec-fetch-site": "same-origin" };

async function statusOf(
  headers: Record<string, string>,
  { method = "POST", url = "/call", own = OWN }: { method?: "GET" | "POST"; url?: string; own?: string } = {},
): Promise<number> {
  const app = fastify();
  onTestFinished(() => app.close());
  refuseForeignOrigins(app, own);
  for (const path of ["/call", VIOLATIONS_PATH]) app.all(path, async () => "done");
  return (await app.inject({ method, url, headers })).statusCode;
}

test.each([
  ["of no browser", {}],
  ["of a page", { ...SITE, origin: OWN }],
  ["of a page without its origin", SITE],
  ["of an old browser", { origin: OWN }],
])("a request %s is accepted", async (_, headers) => {
  expect(await statusOf(headers)).toBe(200);
});

test.each([
  ["of another site", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }],
  ["of another site without its origin", { "sec-fetch-site": "cross-site" }],
  ["of another site that says our origin", { "sec-fetch-site": "same-site", origin: OWN }],
  ["of another domain that points at this server", { ...SITE, origin: "https://evil.example" }],
  ["of an old browser on another site", { origin: "https://evil.example" }],
  ["of a page without an origin of its own", { ...SITE, origin: "null" }],
  ["of a loopback page while we are not on one", { ...SITE, origin: "http://localhost:4000" }],
])("a request %s is refused, unless it changes nothing", async (_, headers) => {
  expect([await statusOf(headers), await statusOf(headers, { method: "GET" })]).toEqual([403, 200]);
});

test.each(["http://localhost:5173", "http://127.0.0.1:4000", "http://127.1.2.3:1", "http://[::1]:4000"])(
  "on the loopback address, a page of %s is ours",
  async (origin) => {
    expect(await statusOf({ ...SITE, origin }, { own: "http://127.0.0.1:4000" })).toBe(200);
  },
);

test.each(["http://evil.example", "http://localhost.evil.example", "http://my.localhost", "nothing"])(
  "on the loopback address, a page of %s is not ours",
  async (origin) => {
    expect(await statusOf({ ...SITE, origin }, { own: "http://127.0.0.1:4000" })).toBe(403);
  },
);

test("reports that a browser sends by itself have no origin, and those of other sites are refused", async () => {
  const url = VIOLATIONS_PATH;
  expect(await statusOf({ ...SITE, origin: "null" }, { url })).toBe(200);
  expect(await statusOf({ "sec-fetch-site": "cross-site", origin: "null" }, { url })).toBe(403);
  expect(await statusOf({ ...SITE, origin: "https://evil.example" }, { url })).toBe(403);
});
