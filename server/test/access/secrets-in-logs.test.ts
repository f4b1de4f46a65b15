import type { Endpoint } from "@groundcrew/shared/contract";
import { sql } from "kysely";
import { register } from "prom-client";
import { beforeEach, expect, test } from "vitest";
import { prepare, variants } from "./send-all.ts";
import { startTestServer } from "./test-server.ts";
import type { TestRequest } from "./request.ts";

const system = await startTestServer();
const { logged } = system;

const CANARY = "canary-5ecret-value";
/** Headers that may contain a secret: passwords, codes, keys, cookies. The canary is put in all of them. */
const HEADERS: Record<string, string> = {
  cookie: `groundcrew_session=${CANARY}; groundcrew_device=${CANARY}; other=${CANARY}`,
  "idempotency-key": CANARY,
  "x-api-key": CANARY,
  "user-agent": CANARY,
  referer: `http://127.0.0.1:4000/set-password?code=${CANARY}`,
  "if-match": CANARY,
  "if-none-match": CANARY,
  "x-forwarded-for": CANARY,
};

/** Lines logged by earlier tests, because some are written late. */
const earlier: string[] = [];
beforeEach(() => void earlier.push(...logged.splice(0)));

function found(lines = logged): string[] {
  return lines.filter((line) => line.includes(CANARY) || line.includes(btoa(CANARY).slice(2, -4)));
}

/** Requests with the canary in every text, whether or not it belongs there. */
function withCanaries({ params, query, body, headers }: TestRequest): TestRequest[] {
  const more = { ...headers, ...HEADERS };
  const texts = { secret: CANARY, code: CANARY, password: CANARY, token: CANARY };
  return [
    { params: params ?? {}, query: { ...query, ...texts }, body, headers: more },
    { params: params ?? {}, query: marked(query ?? {}), body: withText(body), headers: more },
    { params: marked(params ?? {}), query: query ?? {}, body: { ...texts, [CANARY]: [CANARY] }, headers: more },
    {
      params: params ?? {},
      query: query ?? {},
      body: [CANARY],
      headers: { ...more, authorization: `Bearer ${CANARY}` },
    },
  ];
}

function marked(fields: Record<string, string | number | boolean>): Record<string, string> {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, CANARY]));
}

function withText(body: unknown): unknown {
  if (typeof body === "string") return `${CANARY} words`;
  if (Array.isArray(body)) return body.map(withText);
  if (typeof body !== "object" || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, withText(value)]));
}

/** Sends these requests as nobody, with the canary as a session cookie too, and as an admin. */
async function sendCanaries(endpoint: Endpoint, request: TestRequest): Promise<number[]> {
  const statuses: number[] = [];
  for (const hostile of withCanaries(request)) {
    statuses.push((await system.send("nobody", endpoint, hostile)).status);
    const { cookie: _, ...headers } = hostile.headers ?? {};
    statuses.push((await system.send("admin", endpoint, { ...hostile, headers })).status);
  }
  return statuses;
}

test.for(variants(system))("%s: the log contains none of the secrets that were sent", async (variant) => {
  const { endpoint, ids, requestFor } = await prepare(system, variant);
  const statuses = await sendCanaries(endpoint, requestFor(ids));
  expect(statuses).not.toContain(500);
  expect(found()).toEqual([]);
});

test("the log contains no secret after all requests have ended", () => {
  expect(earlier.length).toBeGreaterThan(0);
  expect(found(earlier)).toEqual([]);
});

test("the metrics contain no secret after all requests", async () => {
  const metrics = await register.metrics();
  expect(metrics).toContain("groundcrew_http_request_duration_seconds_count");
  expect(metrics).not.toContain(CANARY);
});

/** Valid requests with the canary in the values to be stored. */
const STORED: [variant: string, more: TestRequest][] = [
  ["inviteUser", { query: { email: `${CANARY}@people.example` } }],
  ["createOrganization", { query: { name: CANARY } }],
  ["createApiKey", { query: { description: CANARY } }],
  ["setPassword", {}],
  ["editStation", { body: { description: CANARY, api_password: CANARY.repeat(2) } }],
  ["saveSsotEntry", { body: { notes: CANARY } }],
  ["createSupportLogEntry", { body: { content: CANARY, status: "note" } }],
  ["createSupportLogTag", { body: { name: CANARY } }],
];

test("values that the database rejects are not in the log", async () => {
  const ready = await Promise.all(
    STORED.map(async ([variant, more]) => [await prepare(system, variant), more] as const),
  );
  for (const table of ["audit_entries", "users", "api_keys", "organizations", "stations", "station_errors"]) {
    await system.asOwner(sql`alter table ${sql.table(table)} add constraint full_up check (false) not valid`);
  }
  for (const [{ variant, endpoint, ids, requestFor }, more] of ready) {
    const request = requestFor(ids);
    const { status } = await system.send("admin", endpoint, {
      ...request,
      ...more,
      query: { ...request.query, ...more.query },
    });
    expect([variant, status]).toEqual([variant, 500]);
  }
  expect(logged.join("\n")).toContain("full_up");
  expect(found()).toEqual([]);
  expect(logged.filter((line) => /argon2|sha256:|\$7\$|Failing row/.test(line))).toEqual([]);
});
