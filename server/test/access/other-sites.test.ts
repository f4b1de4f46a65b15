import { rawBody } from "@groundcrew/shared/contract";
import { reportViolations } from "@groundcrew/shared/security";
import type { InjectOptions } from "fastify";
import { expect, test } from "vitest";
import { prepare, variants, type Prepared } from "./send-all.ts";
import { startTestServer, ORIGIN } from "./test-server.ts";
import { recordChanges } from "./changes.ts";
import { addressOf } from "./request.ts";

const system = await startTestServer();
const readLastChange = await recordChanges(system);
// One after the other, since some of what requests need is there only once.
const prepared: Prepared[] = [];
for (const variant of variants(system)) prepared.push(await prepare(system, variant));
const changing = prepared.filter(({ endpoint }) => endpoint.method !== "GET" && endpoint.method !== "HEAD");

/** Headers that browsers send when a page of another site makes the request. */
const ELSEWHERE: Record<string, string>[] = [
  { origin: "https://evil.example" },
  { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
  { origin: ORIGIN, "sec-fetch-site": "cross-site" },
  { origin: "http://other.127.0.0.1:4000", "sec-fetch-site": "same-site" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { "sec-fetch-site": "none" },
  { "sec-fetch-site": "nonsense" },
  { origin: "null" },
  { origin: "" },
  { origin: `${ORIGIN}.evil.example` },
  { origin: "http://127.0.0.1:4001" },
  { origin: "https://127.0.0.1:4000" },
  { origin: ORIGIN.toUpperCase() },
  // DNS rebinding: the attacker's domain resolves to this server, so the browser sees the same origin.
  { host: "evil.example", origin: "http://evil.example" },
  { host: "evil.example", origin: "http://evil.example", "sec-fetch-site": "same-origin" },
];
/** Headers of the browser's own violation reports; no other endpoint accepts them. */
const WITHOUT_ORIGIN = { host: "evil.example", origin: "null", "sec-fetch-site": "same-origin" };
/** Content types that a form or simple request can send without a preflight. */
const SIMPLE_TYPES = [
  "text/plain",
  "text/plain; charset=utf-8",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "text/plain; a=application/json",
  "text/plain, application/json",
  "",
];

test("every call that changes something is tested", () => {
  expect(changing.length).toBeGreaterThan(15);
});

test.for(changing)("$variant: another site cannot make an admin's browser send it", async (call) => {
  const before = await readLastChange();
  const isReport = call.endpoint.name === reportViolations.name;
  for (const headers of isReport ? ELSEWHERE : [...ELSEWHERE, WITHOUT_ORIGIN]) {
    const reply = await system.app.inject(await requestOf(call, { "content-type": "application/json", ...headers }));
    expect([headers, reply.statusCode]).toEqual([headers, 403]);
  }
  expect(await readLastChange()).toEqual(before);
});

const reading = changing.filter(({ endpoint }) => endpoint.body !== rawBody);

test.for(reading)("$variant: a body with a content type other than JSON is not read", async (call) => {
  const before = await readLastChange();
  for (const type of SIMPLE_TYPES) {
    const request = await requestOf(call, { "content-type": type, "sec-fetch-site": "same-origin", origin: ORIGIN });
    const reply = await system.app.inject({ ...request, payload: request.payload ?? "a=1" });
    // Alertmanager's token is checked before anything is read.
    expect([type, reply.statusCode]).toEqual([type, call.endpoint.name === "receiveAlertmanagerAlerts" ? 401 : 415]);
  }
  expect(await readLastChange()).toEqual(before);
});

test("the console's own page can send the same requests", async () => {
  const { endpoint, ids, requestFor } = await prepare(system, "editStation");
  const headers = { origin: ORIGIN, "sec-fetch-site": "same-origin" };
  const before = await readLastChange();
  expect((await system.send("admin", endpoint, { ...requestFor(ids), headers })).status).toBe(200);
  expect(await readLastChange()).not.toEqual(before);
});

test("a report that a browser sends by itself, without an origin, is accepted", async () => {
  const { endpoint, ids, requestFor } = await prepare(system, "reportViolations");
  expect((await system.send("nobody", endpoint, { ...requestFor(ids), headers: WITHOUT_ORIGIN })).status).toBe(204);
});

test("other sites cannot read answers, and no CORS header permits requests", async () => {
  const headers = {
    origin: "https://evil.example",
    "access-control-request-method": "PATCH",
    "access-control-request-headers": "content-type",
  };
  for (const { endpoint, ids, requestFor } of prepared) {
    const reply = await system.app.inject({ method: "OPTIONS", url: addressOf(endpoint, requestFor(ids)), headers });
    expect(reply.statusCode).toBeGreaterThanOrEqual(400);
    expect(Object.keys(reply.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  }
});

async function requestOf(
  { endpoint, ids, requestFor }: Prepared,
  headers: Record<string, string>,
): Promise<InjectOptions> {
  const request = requestFor(ids);
  return {
    method: endpoint.method,
    url: addressOf(endpoint, request),
    headers: { ...(await system.credentialsOf("admin")), ...request.headers, ...headers },
    ...(request.body !== undefined && { payload: JSON.stringify(request.body) }),
  };
}
