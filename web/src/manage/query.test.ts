import { expect, test } from "vitest";
import { managedOrganization, manageQuery } from "./query.ts";

test("the settings of the audit log stay in the address", () => {
  const settings = { "au-q": "Reno", "au-t": "year" };
  expect(manageQuery({ ...settings, org_id: "7", other: "x" })).toEqual({ org_id: 7, ...settings });
});

test("an address may contain an organization; an invalid id is ignored", () => {
  expect(managedOrganization({ org_id: "7" })).toEqual({ org_id: 7 });
  expect(managedOrganization({ org_id: 7 })).toEqual({ org_id: 7 });
  for (const org_id of [undefined, "", "0", "x", "1e3"]) expect(managedOrganization({ org_id })).toEqual({});
});
