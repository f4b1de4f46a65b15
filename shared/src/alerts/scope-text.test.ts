import { expect, test } from "vitest";
import { scopeText } from "./scope-text.ts";

test("a rule says where it applies", () => {
  const names = new Map([[3, "Skyline Logistics"]]);
  expect(scopeText({ kind: "all" }, names)).toBe("All stations");
  expect(scopeText({ kind: "organizations", org_ids: [3, 9] }, names)).toBe("Skyline Logistics, Organization 9");
  expect(scopeText({ kind: "types", station_types: ["atlas"] }, names)).toBe("Type Atlas");
  expect(scopeText({ kind: "stations", names: ["gc-000000000001"] }, names)).toBe("1 named station");
});
