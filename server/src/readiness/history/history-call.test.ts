import { getStationReadiness } from "@groundcrew/shared/readiness";
import { defaultBrand } from "@groundcrew/shared/brand";
import { expect, test } from "vitest";
import { historyChange } from "../../../../shared/test/readiness-history.ts";
import { callsRig, HARBOR } from "../../../test/calls-rig.ts";
import { readinessRoutes } from "../routes.ts";
import { recordEvaluation, storeChanges } from "./change-queries.ts";

const NOW = Date.parse("2026-10-08T12:00:00.000Z");
const { call, db, orgs } = await callsRig({
  now: () => NOW,
  add: ({ app, db, board }) => readinessRoutes(app, { db, board, brand: defaultBrand, now: () => NOW }),
});

test("the readiness of a station comes with its history in a range, and without one otherwise", async () => {
  await recordEvaluation(db, NOW - 60_000);
  await recordEvaluation(db, NOW);
  await storeChanges(db, [historyChange(NOW - 60_000, "limited", { station: HARBOR, org_id: orgs.harbor })]);
  const history = async (query: string) => {
    const reply = await call("harbor user", `/stations/${HARBOR}/readiness${query}`);
    return getStationReadiness.replies[200].parse(reply.json());
  };
  expect(await history("")).toMatchObject({ history: null, next: null, evaluated: "2026-10-08T12:00:00.000Z" });
  const { history: found, next } = await history("?from=2026-10-08T11:59:30Z");
  expect(next).toBe(null);
  expect(found?.changes).toMatchObject([{ from: "2026-10-08T11:59:30.000Z", until: null, kind: "limited" }]);
  expect(found?.days).toMatchObject([{ day: "2026-10-08", limited_s: 60 }]);
});

test.each([
  "?to=2026-10-08T00:00:00Z",
  "?from=2026-10-08T01:00:00Z&to=2026-10-08T01:00:00Z",
  "?from=2025-01-01T00:00:00Z&to=2026-10-01T00:00:00Z",
])("%s is refused", async (query) => {
  expect((await call("admin", `/stations/${HARBOR}/readiness${query}`)).statusCode).toBe(422);
});
