import { sql } from "kysely";
import { DAY_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { listViolations } from "@groundcrew/shared/security";
import { beforeEach, expect, test } from "vitest";
import { accountsRig, NOBODY, ORIGIN } from "../../test/accounts-rig.ts";
import { removeRows } from "../../test/retention.ts";
import { securityRoutes } from "./index.ts";

const rig = await accountsRig();
securityRoutes(rig.app, { db: rig.db, publicUrl: () => ORIGIN, now: () => rig.clock.ms });
await rig.addUser("ada@groundcrew.example", rig.orgs.provider, { can_admin: true });
const admin = await rig.as("ada@groundcrew.example");

const page = `${ORIGIN}/stations/gc-1/overview?code=secret#secret`;
const blockedEval = {
  "document-uri": page,
  "effective-directive": "script-src",
  "blocked-uri": "eval",
  "source-file": `${ORIGIN}/assets/index.js?secret`,
  "line-number": 12,
};

beforeEach(async () => {
  rig.clock.ms += MINUTE_MS;
  await sql`delete from csp_violations`.execute(rig.db);
});

async function report(payload: object, type = "application/csp-report", remoteAddress = "192.0.2.1"): Promise<number> {
  const options = { payload, headers: { "content-type": type }, remoteAddress };
  return (await rig.call(NOBODY, "POST /security/violations", options)).statusCode;
}

async function listed(): Promise<unknown> {
  return (await rig.call(admin, "GET /security/violations")).json();
}

test("admins see what browsers report, in both formats, each violation once and without the query", async () => {
  expect(await report({ "csp-report": blockedEval })).toBe(204);
  const body = {
    documentURL: page,
    effectiveDirective: "script-src",
    blockedURL: "eval",
    sourceFile: `${ORIGIN}/assets/index.js?secret`,
    lineNumber: 12,
    originalPolicy: "default-src 'self'",
    disposition: "enforce",
  };
  const reports = [{ type: "csp-violation", age: 5, url: page, user_agent: "a browser", body }];
  expect(await report([...reports, { type: "deprecation", body: {} }], "application/reports+json")).toBe(204);
  expect(await listed()).toEqual([
    {
      directive: "script-src",
      blocked: "eval",
      source: `${ORIGIN}/assets/index.js`,
      line: 12,
      page: "/stations/gc-1/overview",
      first_reported: expect.any(String),
      last_reported: expect.any(String),
      times: 2,
    },
  ]);
});

test.each([
  { what: "another site's page", change: { "document-uri": "https://elsewhere.example/" } },
  { what: "a browser extension", change: { "source-file": "chrome-extension://abc/inject.js" } },
  { what: "a page without an address", change: { "document-uri": "about" } },
])("a report about $what is ignored", async ({ change }) => {
  expect(await report({ "csp-report": { ...blockedEval, ...change } })).toBe(204);
  expect(await listed()).toEqual([]);
});

test("anything that is not a report, or is too large, is refused", async () => {
  expect(await report({ "csp-report": 1 })).toBe(422);
  expect(await report({ "csp-report": { ...blockedEval, more: "x".repeat(70_000) } })).toBe(413);
  expect(await report({ "csp-report": blockedEval }, "text/plain")).toBe(415);
  expect(await listed()).toEqual([]);
});

test("a network can send 30 reports a minute, and at most 300 are accepted in total", async () => {
  const send = (count: number, network: number) =>
    Promise.all(
      Array.from({ length: count }, () => report({ "csp-report": blockedEval }, undefined, `198.51.${network}.7`)),
    );
  expect((await send(31, 0)).filter((status) => status === 429)).toHaveLength(1);
  const others = await Promise.all(Array.from({ length: 10 }, (_, network) => send(28, network + 1)));
  expect(others.flat().filter((status) => status === 429)).toHaveLength(10);
  rig.clock.ms += MINUTE_MS;
  expect(await report({ "csp-report": blockedEval })).toBe(204);
});

test("the newest hundred are stored, for 30 days", async () => {
  for (let line = 1; line <= 105; line += 1) {
    if (line % 30 === 0) rig.clock.ms += MINUTE_MS;
    rig.clock.ms += 1;
    await report({ "csp-report": { ...blockedEval, "line-number": line } });
  }
  const lines = async () => listViolations.replies[200].parse(await listed()).map(({ line }) => line);
  expect(await lines()).toEqual(Array.from({ length: 100 }, (_, index) => 105 - index));
  await removeRows(rig.db, "csp_violations", rig.clock.ms + 30 * DAY_MS);
  expect(await lines()).toEqual([105]);
});
