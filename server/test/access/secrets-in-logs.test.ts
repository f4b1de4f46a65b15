import type { Endpoint } from "@groundcrew/shared/contract";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { prepare, ways } from "./ask-everyone.ts";
import { startTestServer } from "./test-server.ts";
import type { Asked } from "./request.ts";

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
function withCanaries({ params, query, body, headers }: Asked): Asked[] {
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

function marked(of: Record<string, string | number | boolean>): Record<string, string> {
  return Object.fromEntries(Object.keys(of).map((name) => [name, CANARY]));
}

function withText(body: unknown): unknown {
  if (typeof body === "string") return `${CANARY} words`;
  if (Array.isArray(body)) return body.map(withText);
  if (typeof body !== "object" || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, withText(value)]));
}

/** Sends these requests as nobody, with the canary as a session cookie too, and as an admin. */
async function askWithCanaries(endpoint: Endpoint, asked: Asked): Promise<number[]> {
  const statuses: number[] = [];
  for (const hostile of withCanaries(asked)) {
    statuses.push((await system.ask("nobody", endpoint, hostile)).status);
    const { cookie: _, ...headers } = hostile.headers ?? {};
    statuses.push((await system.ask("admin", endpoint, { ...hostile, headers })).status);
  }
  return statuses;
}

test.for(ways(system))("%s: the log contains none of the sent secrets", async (way) => {
  const { endpoint, ids, ask } = await prepare(system, way);
  const statuses = await askWithCanaries(endpoint, ask(ids));
  expect(statuses).not.toContain(500);
  expect(found()).toEqual([]);
});

test("nor is it there a little later", () => {
  expect(earlier.length).toBeGreaterThan(0);
  expect(found(earlier)).toEqual([]);
});

/** Valid requests with the canary in the values to be stored. */
const KEPT: [way: string, more: Asked][] = [
  ["inviteUser", { query: { email: `${CANARY}@people.example` } }],
  ["createOrganization", { query: { name: CANARY } }],
  ["createApiKey", { query: { description: CANARY } }],
  ["setPassword", {}],
  ["editStation", { body: { description: CANARY, api_password: CANARY.repeat(2) } }],
  ["saveSsotEntry", { body: { notes: CANARY } }],
  ["createSupportLogEntry", { body: { content: CANARY, status: "note" } }],
  ["createSupportLogTag", { body: { name: CANARY } }],
];

test("what a database refuses to keep is not in the log of its refusal", async () => {
  const ready = await Promise.all(KEPT.map(async ([way, more]) => [await prepare(system, way), more] as const));
  for (const table of ["audit_entries", "users", "api_keys", "organizations", "stations", "station_errors"]) {
    await system.asOwner(sql`alter table ${sql.table(table)} add constraint full_up check (false) not valid`);
  }
  for (const [{ way, endpoint, ids, ask }, more] of ready) {
    const asked = ask(ids);
    const { status } = await system.ask("admin", endpoint, {
      ...asked,
      ...more,
      query: { ...asked.query, ...more.query },
    });
    expect([way, status]).toEqual([way, 500]);
  }
  expect(logged.join("\n")).toContain("full_up");
  expect(found()).toEqual([]);
  expect(logged.filter((line) => /argon2|sha256:|\$7\$|Failing row/.test(line))).toEqual([]);
});
