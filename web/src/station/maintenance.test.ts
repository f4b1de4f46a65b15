import { expect, test } from "vitest";
import { sampleStation } from "../../../shared/test/sample-station.ts";
import { canMaintain, starterText } from "./maintenance.ts";

test("staff whose names a user does not receive are the provider's support", () => {
  expect([starterText({ by: "Ana Ruiz" }, "Groundcrew"), starterText({ by: null }, "Groundcrew")]).toEqual([
    "Ana Ruiz",
    "Groundcrew Support",
  ]);
});

test.each([
  ["an admin", { can_admin: true, can_manage: true, org_id: 1 }, null, true],
  ["a manager of its organization", { can_admin: false, can_manage: true, org_id: 2 }, null, true],
  ["a manager of another organization", { can_admin: false, can_manage: true, org_id: 3 }, null, false],
  ["another user of its organization", { can_admin: false, can_manage: false, org_id: 2 }, null, false],
  [
    "an admin, at a retired station",
    { can_admin: true, can_manage: true, org_id: 1 },
    "2026-01-01T00:00:00.000Z",
    false,
  ],
])("%s may start its maintenance: %s", (_, user, retired, may) => {
  expect(canMaintain(user, sampleStation({ org_id: 2, retired }))).toBe(may);
});
