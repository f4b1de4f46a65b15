import { globSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { refusalsOf, type Endpoint } from "@groundcrew/shared/contract";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { expectPrivate, expectSecurity } from "./expect-headers.ts";
import { recipes } from "./recipes.ts";
import { FOR_ADMINS, FOR_NO_ONE } from "./texts.ts";
import { sendAll, variants } from "./send-all.ts";
import { endpointOf, expected } from "./table.ts";
import { startTestServer } from "./test-server.ts";

const SHARED = fileURLToPath(new URL("../../../shared/src", import.meta.url));
/** A minute passes after some calls, because the audit records only some refusals a minute. */
const VARIANTS_A_MINUTE = 15;
let minute = 0;
const system = await startTestServer({ now: () => Date.now() + minute * MINUTE_MS });
const answers = await sendAll(system, (nth) => {
  minute = Math.floor(nth / VARIANTS_A_MINUTE);
});
const forAdmins = FOR_ADMINS.replaceAll("-", "[-_]");

/** Fields that only admins receive. Those that are always present are null for everyone else. */
const ADMIN_FIELDS = new Set(["supportlog", "replaceables_latest", "supportlog_entry_id", "alert_target", "alerts"]);
/** Fields that nobody receives. */
const SECRET_FIELDS = /"(api_password\w*|\w*_hash|handled_by|event_id|created_by|google_sub|author_id)"\s*:/;

test("the expected endpoints are exactly the declared ones", () => {
  const names = system.endpoints.map(({ name }) => name);
  expect([...new Set([...expected.keys()].map(endpointOf))].toSorted()).toEqual(names.toSorted());
  expect(Object.keys(recipes).toSorted()).toEqual([...expected.keys()].toSorted());
});

test("every endpoint that is declared in shared has a route", async () => {
  const modules = await Promise.all(
    globSync("*/index.ts", { cwd: SHARED }).map((file): Promise<object> => import(join(SHARED, file))),
  );
  const declared = modules.flatMap((module) => Object.values(module).filter(isEndpoint));
  const routed = new Set(system.endpoints.map(({ name }) => name));
  expect(declared.length).toBeGreaterThan(100);
  expect(declared.map(({ name }) => name).filter((name) => !routed.has(name))).toEqual([]);
});

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "method" in value && "path" in value && "replies" in value;
}

// @spec 224.1, 225.1, 226.1, 227.4, 228.1
test.for([...expected.keys()])("%s: every caller gets the expected status", (variant) => {
  const received = answers.filter((answer) => answer.variant === variant);
  const statuses = new Map(received.map(({ who, status }) => [who, status]));
  expect(statuses).toEqual(expected.get(variant));
});

test("the OpenAPI document passes the linter", async () => {
  const { body } = await system.app.inject("/api/openapi.json");
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: body, absoluteRef: "openapi.json", config });
  expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([]);
});

test("every call is answered with statuses that it declares", async () => {
  const undeclared = answers.filter(
    ({ endpoint, status }) => !(status in endpoint.replies) && !refusalsOf(endpoint).includes(status),
  );
  expect(undeclared.map(({ variant, who, status }) => `${variant}: ${status} to ${who}`)).toEqual([]);
});

/** Calls that change something, and that every caller may make. */
const OPEN = [
  "logIn",
  "finishLogIn",
  "beginSignOn",
  "logOut",
  "requestPasswordReset",
  "setPassword",
  "uploadImage",
  "reportViolations",
];

test("the audit records each refusal of a call that would change something", async () => {
  const changing = answers.filter(({ endpoint }) => endpoint.method !== "GET" && endpoint.method !== "HEAD");
  const refused = changing.filter(({ status }) => [401, 403, 404].includes(status));
  const namesOf = (some: typeof answers) => new Set(some.map(({ endpoint }) => endpoint.name));
  expect(new Set([...namesOf(refused), ...OPEN])).toEqual(namesOf(changing));
  const rows = await system.db.selectFrom("audit_entries").select(["request_id", "action", "after"]).execute();
  const found = refused.map(({ headers }) => rows.filter((row) => row.request_id === headers["x-request-id"]));
  const expectedRows = refused.map(({ endpoint: { name }, status }) => [
    { action: `refuse${name.charAt(0).toUpperCase()}${name.slice(1)}`, after: { status } },
  ]);
  expect(found).toMatchObject(expectedRows);
});

test.for(variants(system))("%s: every answer to any caller is private and has the security headers", (variant) => {
  const received = answers.filter((answer) => answer.variant === variant);
  expect(received.length).toBeGreaterThan(0);
  for (const { headers } of received) {
    expectSecurity(headers);
    expectPrivate(headers);
  }
});

test("answers to admins contain the support log and the replaceables", () => {
  const showing = answers.filter(({ who }) => who === "admin").filter(({ body }) => new RegExp(forAdmins).test(body));
  expect(showing.map(({ variant }) => variant)).toEqual(
    expect.arrayContaining(["listStations (replaceables)", "listSupportLogEntries", "listSupportLogTags"]),
  );
});

// @spec 228.1
/** Calls whose `alerts` are not those of an entry of the support log. */
const ABOUT_ALERTS = new Set(["previewAlertRule", "listAlerts"]);

test.for(variants(system))("%s returns admin fields to admins only", (variant) => {
  for (const { body, who } of answers.filter((answer) => answer.variant === variant && answer.who !== "admin")) {
    expect(body).not.toMatch(new RegExp(forAdmins));
    const found = adminFieldsIn(body).filter((name) => name !== "alerts" || !ABOUT_ALERTS.has(endpointOf(variant)));
    expect([who, ...found]).toEqual([who]);
  }
});

test("no answer contains a hash or the user who handled an error", () => {
  const leaks = answers.filter(({ body, endpoint }) => endpoint.name !== "getOpenApi" && SECRET_FIELDS.test(body));
  expect(leaks.map(({ variant, who }) => `${variant} ${who}`)).toEqual([]);
  const showing = answers.filter(({ body }) => body.includes(FOR_NO_ONE));
  expect(showing.map(({ variant, who }) => `${variant} ${who}`)).toEqual([]);
});

test("the text of a key or token is in the answer to its creation and in no other", () => {
  const shown = answers.filter(({ body }) => /(key|wall)_[a-z0-9]{10}\.[\w-]{43}/.test(body));
  expect([...new Set(shown.map(({ variant }) => variant))]).toEqual(["createApiKey", "renewApiKey", "createWallboard"]);
});

function adminFieldsIn(body: string): string[] {
  const found: string[] = [];
  if (!/^[[{]/.test(body)) return found;
  JSON.parse(body, (name, value: unknown) => {
    if (ADMIN_FIELDS.has(name) && value !== null && !isDescription(value)) found.push(name);
    return value;
  });
  return found;
}

/** A schema in the OpenAPI document describes a field without disclosing its value. */
function isDescription(value: unknown): boolean {
  return typeof value === "object" && value !== null && ("type" in value || "anyOf" in value);
}
