import { expect, test } from "vitest";
import { parseManagePage } from "./pages.ts";
import { managedOrganization, manageQuery } from "./query.ts";

const ADMIN = { can_admin: true, can_manage: false };
const MANAGER = { can_admin: false, can_manage: true };
const OTHERS = { can_admin: false, can_manage: false };

test.each(["users", "apikeys", "users/"])("everyone sees /manage/%s", (path) => {
  expect(parseManagePage(path, OTHERS)).toBe(path.replace("/", ""));
  expect(parseManagePage(path, ADMIN)).toBe(path.replace("/", ""));
});

test.each(["organizations", "link", "security", "backups", "system"])("the page %s is for admins only", (path) => {
  expect(parseManagePage(path, ADMIN)).toBe(path);
  expect(parseManagePage(path, OTHERS)).toBeNull();
});

test("the audit log is for managers and admins", () => {
  expect([ADMIN, MANAGER, OTHERS].map((user) => parseManagePage("audit", user))).toEqual(["audit", "audit", null]);
});

test("the settings of the audit log stay in the address", () => {
  const settings = { "au-q": "Reno", "au-t": "year" };
  expect(manageQuery({ ...settings, org_id: "7", other: "x" })).toEqual({ org_id: 7, ...settings });
});

test.each(["", "user", "users/1", "Users"])("there is no page at /manage/%s", (path) => {
  expect(parseManagePage(path, ADMIN)).toBeNull();
});

test("an address may contain an organization; an invalid id is ignored", () => {
  expect(managedOrganization({ org_id: "7" })).toEqual({ org_id: 7 });
  expect(managedOrganization({ org_id: 7 })).toEqual({ org_id: 7 });
  for (const org_id of [undefined, "", "0", "x", "1e3"]) expect(managedOrganization({ org_id })).toEqual({});
});
