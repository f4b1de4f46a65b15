import { expect, test } from "vitest";
import * as apiKeys from "./api-keys/index.ts";
import * as cameras from "./cameras/index.ts";
import * as configs from "./configs/index.ts";
import { openApi, type Endpoint } from "./contract/index.ts";
import * as organizations from "./organizations/index.ts";
import * as sessions from "./sessions/index.ts";
import * as ssot from "./ssot/index.ts";
import * as stationErrors from "./station-errors/index.ts";
import * as stationTypes from "./station-types/index.ts";
import * as stations from "./stations/index.ts";
import * as stats from "./stats/index.ts";
import * as streams from "./streams/index.ts";
import * as supportLog from "./support-log/index.ts";
import * as users from "./users/index.ts";

const doors: object[] = [
  sessions,
  users,
  organizations,
  apiKeys,
  stations,
  stationTypes,
  configs,
  ssot,
  stats,
  cameras,
  streams,
  stationErrors,
  supportLog,
];
const declared = doors.flatMap((door) => Object.values(door).filter(isEndpoint));

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "method" in value && "path" in value && "replies" in value;
}

/** Section 7 of the specification, call by call: who may make it, and the successes it has. */
const specified = [
  "GET /api/sessions/current user 200",
  "POST /api/sessions/current public 201",
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
  "HEAD /api/stations/:station/cameras/:camera/image user 200",
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

test("every call of the specification is declared", () => {
  const calls = new Set(
    declared.map(
      ({ method, path, access, replies }) => `${method} ${path} ${access} ${Object.keys(replies).join(",")}`,
    ),
  );
  expect(specified.filter((call) => !calls.has(call))).toEqual([]);
});

test("every call has a name of its own", () => {
  const names = declared.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test("keys only read", () => {
  expect(declared.filter(({ apiKeys, method }) => apiKeys && method !== "GET" && method !== "HEAD")).toEqual([]);
});

test("every parameter of a path is read, and every call can be described", () => {
  const { paths } = openApi(declared, { title: "Groundcrew", version: "1" });
  const described = JSON.stringify(paths);
  for (const { path, name } of declared) {
    expect(described).toContain(`"${name}"`);
    for (const [, parameter] of path.matchAll(/:(\w+)/g)) expect(described).toContain(`"name":"${parameter}"`);
  }
});

test("unknown fields of queries and bodies are refused", () => {
  const open = declared.filter(({ query }) => query?.safeParse({ surprise: "1" }).success);
  expect(open.map(({ name }) => name)).toEqual([]);
});
