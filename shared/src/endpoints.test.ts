import { expect, test } from "vitest";
import * as alerts from "./alerts/index.ts";
import * as apiKeys from "./api-keys/index.ts";
import * as audit from "./audit/index.ts";
import * as cameras from "./cameras/index.ts";
import * as channels from "./channels/index.ts";
import * as configs from "./configs/index.ts";
import * as consoleSettings from "./console/index.ts";
import { openApi, rawBody, readInput, type Endpoint, type Raw } from "./contract/index.ts";
import * as errorGroups from "./error-groups/index.ts";
import * as link from "./link/index.ts";
import * as live from "./live/index.ts";
import * as maintenance from "./maintenance/index.ts";
import * as notifications from "./notifications/index.ts";
import * as organizations from "./organizations/index.ts";
import * as ownership from "./ownership/index.ts";
import * as security from "./security/index.ts";
import * as sessions from "./sessions/index.ts";
import * as ssot from "./ssot/index.ts";
import * as stationErrors from "./station-errors/index.ts";
import * as stationTypes from "./station-types/index.ts";
import * as stations from "./stations/index.ts";
import * as stats from "./stats/index.ts";
import * as streams from "./streams/index.ts";
import * as supportLog from "./support-log/index.ts";
import * as swapAttempts from "./swap-attempts/index.ts";
import * as undo from "./undo/index.ts";
import * as users from "./users/index.ts";

const domains: object[] = [
  consoleSettings,
  link,
  security,
  sessions,
  users,
  organizations,
  apiKeys,
  audit,
  stations,
  stationTypes,
  configs,
  ssot,
  undo,
  stats,
  cameras,
  streams,
  stationErrors,
  errorGroups,
  swapAttempts,
  ownership,
  alerts,
  maintenance,
  channels,
  notifications,
  supportLog,
  live,
];
const declared = domains.flatMap((domain) => Object.values(domain).filter(isEndpoint));

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "method" in value && "path" in value && "replies" in value;
}

/** Calls in section 7 of the specification, with access and success statuses. */
const specifiedCalls = [
  "GET /api/sessions/current user 200",
  "POST /api/sessions/current public 201,202",
  "DELETE /api/sessions/current public 204",
  "DELETE /api/users/password public 204",
  "PUT /api/users/password public 204",
  "GET /api/users user 200",
  "POST /api/users manager 201",
  "PUT /api/users/permission manager 200",
  "DELETE /api/users manager 204",
  "GET /api/organizations admin 200",
  "POST /api/organizations admin 201",
  "GET /api/apikeys user 200",
  "POST /api/apikeys manager 201",
  "DELETE /api/apikeys manager 204",
  "GET /api/stations user 200,304",
  "GET /api/stations/:station user 200,304",
  "POST /api/stations admin 201",
  "PATCH /api/stations/:station admin 200",
  "POST /api/stations/:station/locations admin 201",
  "GET /api/station-types user 200",
  "GET /api/stations/:station/configs user 200",
  "GET /api/stations/:station/ssot user 200",
  "PUT /api/stations/:station/ssot/latest admin 200",
  "PUT /api/stations/:station/replaceables/latest admin 200",
  "GET /api/stations/:station/statistics/history user 200",
  "GET /api/statistics/stations/history user 200",
  "GET /api/statistics/organizations/activity admin 200",
  "GET /api/statistics/stations/swaps admin 200",
  "GET /api/stations/:station/cameras user 200",
  "HEAD /api/stations/:station/cameras/:camera/image user 200,204",
  "GET /api/stations/:station/cameras/:camera/image user 200,304",
  "POST /api/stations/:station/cameras/:camera/image user 201,202",
  "POST /api/stations/:station/streams user 201",
  "POST /api/stations/:station/streams/:stream/ice-candidates user 204",
  "PUT /api/stations/:station/streams/:stream/ice-answer user 204",
  "POST /api/stations/:station/streams/:stream/heartbeats user 204",
  "DELETE /api/stations/:station/streams/:stream user 204",
  "GET /api/stations/:station/errors user 200,304",
  "PATCH /api/stations/:station/errors admin 200",
  "GET /api/supportlog/entries admin 200",
  "GET /api/stations/:station/supportlog admin 200",
  "GET /api/supportlog/entries/:entry/errors admin 200",
  "POST /api/stations/:station/supportlog admin 201",
  "POST /api/supportlog/entries/:entry/replies admin 201",
  "PATCH /api/supportlog/entries/:entry admin 204",
  "PUT /api/supportlog/entries/:entry/public admin 204",
  "DELETE /api/supportlog/entries/:entry/public admin 204",
  "GET /api/supportlog/tags admin 200",
  "POST /api/supportlog/tags admin 201,204",
];

// @spec 231.1
test("every call of the specification is declared", () => {
  const calls = new Set(
    declared.map(
      ({ method, path, access, replies }) => `${method} ${path} ${access} ${Object.keys(replies).join(",")}`,
    ),
  );
  expect(specifiedCalls.filter((call) => !calls.has(call))).toEqual([]);
});

test("every call has a unique name", () => {
  const names = declared.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test("API keys are read-only, but for their scopes that say otherwise", () => {
  const writing = declared.filter(({ keyScope, method }) => keyScope && method !== "GET" && method !== "HEAD");
  expect(writing.map(({ name, keyScope }) => `${name} ${keyScope}`).toSorted()).toEqual([
    "changeMaintenance maintenance",
    "changeStationErrors write_errors",
    "endCurrentMaintenance maintenance",
    "endMaintenance maintenance",
    "extendMaintenance maintenance",
    "startMaintenance maintenance",
  ]);
});

test("an API key reads errors, and the attempts to swap that name them, with a scope of their own", () => {
  const reading = declared.filter(({ keyScope }) => keyScope === "read_errors");
  expect(reading.map(({ name }) => name).toSorted()).toEqual(["listStationErrors", "listSwapAttempts"]);
});

/** Repeating these creates nothing that lasts: a session, a login at an identity provider, messages about an open stream, tests that are sent, and an end. */
const repeatable = new Set([
  "logIn",
  "finishLogIn",
  "beginSignOn",
  "addIceCandidate",
  "keepStreamOpen",
  "keepViewing",
  "reportViolations",
  "testChannel",
  "testNewChannel",
  "testMyDevice",
  "endMaintenance",
  "endCurrentMaintenance",
  "receiveAlertmanagerAlerts",
]);

test("every creating call takes an idempotency key, and no other call does", () => {
  const creating = declared.filter(({ method, name }) => method === "POST" && !repeatable.has(name));
  expect(declared.filter(({ idempotencyKey }) => idempotencyKey)).toEqual(creating);
});

test("the description of a creating call names its idempotency key", () => {
  const { paths } = openApi(declared, { title: "Groundcrew", version: "1", cookie: "session" });
  const named = JSON.stringify(paths).match(/"name":"Idempotency-Key"/g) ?? [];
  expect(named).toHaveLength(declared.filter(({ idempotencyKey }) => idempotencyKey).length);
});

test("every parameter of a path is read, and every call can be described", () => {
  const { paths } = openApi(declared, { title: "Groundcrew", version: "1", cookie: "session" });
  const described = JSON.stringify(paths);
  for (const { path, name } of declared) {
    expect(described).toContain(`"${name}"`);
    for (const [, parameter] of path.matchAll(/:(\w+)/g)) expect(described).toContain(`"name":"${parameter}"`);
  }
});

const UNKNOWN_FIELD = { surprise: "1" };
const emptyRequest: Raw = { params: {}, query: {}, headers: {}, body: undefined };

/** The errors for a request, as `field: sentence`. */
function errorsFor(endpoint: Endpoint, raw: Partial<Raw>): string[] {
  const read = readInput(endpoint, { ...emptyRequest, ...raw });
  return read.ok ? [] : read.problems.map(({ field, message }) => `${field}: ${message}`);
}

test.each(declared)("$name names an unknown field of its query", (endpoint) => {
  expect(errorsFor(endpoint, { query: UNKNOWN_FIELD })).toContain("surprise: This field is unknown.");
});

// SSoT fields are free-form, browsers and Alertmanager send more than is read, and bytes have no fields.
const freeForm = new Set(["saveSsotEntry", "saveReplaceables", "reportViolations", "receiveAlertmanagerAlerts"]);
const strict = declared.filter(({ name, body }) => !freeForm.has(name) && body !== rawBody);

test.each(strict)("$name names an unknown field of its body, or takes no body", (endpoint) => {
  const bodies = [UNKNOWN_FIELD, [UNKNOWN_FIELD], { ...UNKNOWN_FIELD, type: "google" }];
  const sentences = bodies.flatMap((body) => errorsFor(endpoint, { body }));
  expect(sentences.join("\n")).toMatch(/surprise: This field is unknown\./);
});

test.each(declared.filter(({ body }) => !body))("$name takes no body", (endpoint) => {
  expect(errorsFor(endpoint, { body: "text" })).toEqual(expect.arrayContaining(["body: This call takes no body."]));
});

/** Values tried for each field and for each whole part. */
const BOUNDARIES: readonly unknown[] = [
  undefined,
  null,
  "",
  " ",
  "x",
  "-1",
  "0",
  "2147483648",
  "x".repeat(100_000),
  "\u0000",
  "javascript:alert(1)",
  "2026-02-30",
  "2019-12-31",
  -1,
  0,
  0.5,
  2 ** 31,
  2 ** 53,
  Number.MAX_VALUE,
  true,
  [],
  [null],
  ["x"],
  [-1],
  Array.from({ length: 1_001 }, () => 1),
  [{}],
  [{ id: 1 }],
  {},
  { lat: 91, lng: -181 },
  { A: "x" },
];
const PARTS = ["params", "query", "headers", "body"] as const;

/** Names of all fields of a call's input, at any depth. */
function fieldNames(endpoint: Endpoint): string[] {
  const { paths } = openApi([endpoint], { title: "", version: "", cookie: "" });
  const described = JSON.stringify(paths, (key, value: unknown) => (key === "responses" ? undefined : value));
  return [...new Set([...described.matchAll(/"([a-z_-]+)":\{|"name":"([\w-]+)"/g)].map(([, a, b]) => a ?? b ?? ""))];
}

test.each(declared)("$name rejects each invalid value with a sentence of its own", (endpoint) => {
  const fields = fieldNames(endpoint);
  const values = BOUNDARIES.flatMap((value) => [value].concat(fields.map((field) => ({ [field]: value }))));
  const lists = BOUNDARIES.flatMap((value) => fields.map((field) => ({ body: [{ id: 1, [field]: value }] })));
  const raws = PARTS.flatMap((part) => values.map((value) => ({ [part]: value }))).concat(endpoint.body ? lists : []);
  const sentences = new Set(raws.flatMap((raw) => errorsFor(endpoint, raw)));
  expect([...sentences].filter((line) => !isOwnSentence(line))).toEqual([]);
});

/** Texts from the specification that are not full sentences. */
const SPECIFIED = new Set([
  "Serial number is required",
  "A note is required to continue",
  "minimum 10 characters",
  "Please go back and select at least one error",
  "Body text is required",
  "Tag name is required",
]);

function isOwnSentence(line: string): boolean {
  const [, sentence = ""] = /^[^:]*: (.*)$/s.exec(line) ?? [];
  const isZodDefault = /^(Invalid|Too (big|small)|Unrecognized|Expected)\b|expected|received|must match pattern/.test(
    sentence,
  );
  return SPECIFIED.has(sentence) || (!isZodDefault && /^[A-Z].{8,}\.$/s.test(sentence));
}
