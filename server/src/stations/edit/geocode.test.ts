import { once } from "node:events";
import { createServer } from "node:http";
import pino from "pino";
import { afterAll, expect, test } from "vitest";
import { openGeocoder } from "./geocode.ts";

const log = pino({ level: "silent" });
const offline = openGeocoder({ serviceUrl: null, log });

const near = (lat: number, lng: number) => ({
  lat: expect.closeTo(lat, 0),
  lng: expect.closeTo(lng, 0),
});

test.each([
  ["Boulder, Colorado, United States", near(40.04, -105.25)],
  ["1 Main Street, Boulder CO 80301", near(40.04, -105.25)],
  ["Springfield, Illinois", near(39.82, -89.65)],
  ["Portland, OR", near(45.52, -122.68)],
  ["Washington, D.C.", near(38.9, -77.01)],
  ["8001 Zürich", near(47.38, 8.55)],
  ["SAO PAULO", near(-23.56, -46.63)],
  ["London, UK", near(51.5, -0.12)],
  ["Zurich, Switzerland, Europe", near(47.38, 8.55)],
  ["Paris", near(48.87, 2.33)],
])("%s is found without any service", async (address, expected) => {
  expect(await offline(address)).toEqual(expected);
});

test.each(["Paris, Texas", "Behind the barn", "Reading Road 5", "constructor", "", " ,,, ", "🏔️", "x".repeat(500)])(
  "%s is not taken for another place",
  async (address) => {
    expect(await offline(address)).toBeNull();
  },
);

const addresses: string[] = [];
let reply = { status: 200, body: "[]", headers: {} };
const server = createServer((request, response) => {
  addresses.push(new URL(request.url ?? "", "http://service").searchParams.get("q") ?? "");
  response.writeHead(reply.status, reply.headers).end(reply.body);
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
afterAll(() => server.close());
const address = server.address();
const port = typeof address === "object" && address !== null ? address.port : 0;
const online = openGeocoder({ serviceUrl: `http://127.0.0.1:${port}/search?format=jsonv2&q={query}`, log });

function serviceReturns(body: unknown, status = 200, headers = {}) {
  reply = { status, body: typeof body === "string" ? body : JSON.stringify(body), headers };
}

test("a place name without a street is not sent to the service", async () => {
  serviceReturns([{ lat: "1", lon: "2" }]);
  expect(await online("Boulder, Colorado")).toEqual(near(40.04, -105.25));
  expect(addresses).toEqual([]);
});

test("the service is used for streets and for places that are not in the list", async () => {
  serviceReturns([
    { lat: "40.0150", lon: "-105.2705", display_name: "1 Main Street" },
    { lat: "0", lon: "0" },
  ]);
  expect(await online("1 Main Street, Boulder, Colorado")).toEqual({ lat: 40.015, lng: -105.2705 });
  expect(await online("Behind the barn & co?")).toEqual({ lat: 40.015, lng: -105.2705 });
  expect(addresses.slice(-2)).toEqual(["1 Main Street, Boulder, Colorado", "Behind the barn & co?"]);
});

test.each([
  ["nothing", [], 200, {}],
  ["a point off the earth", [{ lat: 91, lon: 0 }], 200, {}],
  ["text that is not JSON", "<html>", 200, {}],
  ["another shape", { lat: 1, lon: 2 }, 200, {}],
  ["words for numbers", [{ lat: "here", lon: "there" }], 200, {}],
  ["too much", `[${" ".repeat(1_100_000)}]`, 200, {}],
  ["an error", [], 500, {}],
  ["a redirect", [], 302, { location: "/elsewhere" }],
])(
  "when the service answers with %s, a street is in the middle of its settlement",
  async (_, body, status, headers) => {
    serviceReturns(body, status, headers);
    expect(await online("1 Main Street, Boulder, Colorado")).toEqual(near(40.04, -105.25));
    expect(await online("Behind the barn")).toBeNull();
  },
);

test("an address has no coordinates if the service cannot be reached", async () => {
  const unreachable = openGeocoder({ serviceUrl: "http://127.0.0.1:1/{query}", log });
  expect(await unreachable("Behind the barn")).toBeNull();
});
