import { globSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { actionsForManagers } from "@groundcrew/shared/audit";
import { CONFIRMED_CALLS, type Endpoint } from "@groundcrew/shared/contract";
import { expect, test } from "vitest";
import { confirmedActs } from "../web/src/account/confirmed-acts.ts";
import { actionAreas, actionsOf } from "../web/src/manage/audit/action-texts.ts";

const SHARED = fileURLToPath(new URL("../shared/src", import.meta.url));
const modules = await Promise.all(
  globSync("*/index.ts", { cwd: SHARED }).map((file): Promise<object> => import(join(SHARED, file))),
);
const changing = modules
  .flatMap((module) => Object.values(module).filter(isEndpoint))
  .filter(({ method }) => method !== "GET" && method !== "HEAD")
  .map(({ name }) => name);
const known = new Set(actionAreas.flatMap(actionsOf));

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "method" in value && "path" in value && "replies" in value;
}

test("every call that changes something, and what managers see of the server, has a text and an area", () => {
  expect(changing.length).toBeGreaterThan(50);
  expect([...changing, ...actionsForManagers()].filter((name) => !known.has(name))).toEqual([]);
});

test("every call that has to be confirmed is one that changes something, and the dialog says what it does", () => {
  expect(Object.keys(CONFIRMED_CALLS).filter((name) => !changing.includes(name))).toEqual([]);
  expect(Object.keys(confirmedActs)).toEqual(Object.keys(CONFIRMED_CALLS));
});
