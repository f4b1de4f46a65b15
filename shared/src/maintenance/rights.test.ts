import { expect, test } from "vitest";
import { canMaintain } from "./rights.ts";

test.each([
  ["an admin", { can_admin: true, can_manage: true, org_id: 1 }, true],
  ["a manager of its organization", { can_admin: false, can_manage: true, org_id: 2 }, true],
  ["a manager of another organization", { can_admin: false, can_manage: true, org_id: 3 }, false],
  ["another user of its organization", { can_admin: false, can_manage: false, org_id: 2 }, false],
])("%s may put a station into maintenance: %s", (_, user, may) => {
  expect(canMaintain(user, { org_id: 2 })).toBe(may);
});
