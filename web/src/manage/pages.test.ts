import { expect, test } from "vitest";
import { managedOrganization, parseManagePage } from "./pages.ts";

const ADMIN = { can_admin: true };
const OTHERS = { can_admin: false };

test.each(["users", "apikeys", "users/"])("everyone sees /manage/%s", (path) => {
  expect(parseManagePage(path, OTHERS)).toBe(path.replace("/", ""));
  expect(parseManagePage(path, ADMIN)).toBe(path.replace("/", ""));
});

test.each(["organizations", "link", "security", "backups"])("the page %s is for admins only", (path) => {
  expect(parseManagePage(path, ADMIN)).toBe(path);
  expect(parseManagePage(path, OTHERS)).toBeNull();
});

test.each(["", "user", "users/1", "Users"])("there is no page at /manage/%s", (path) => {
  expect(parseManagePage(path, ADMIN)).toBeNull();
});

test("an address may contain an organization; an invalid id is ignored", () => {
  expect(managedOrganization({ org_id: "7" })).toEqual({ org_id: 7 });
  expect(managedOrganization({ org_id: 7 })).toEqual({ org_id: 7 });
  for (const org_id of [undefined, "", "0", "x", "1e3"]) expect(managedOrganization({ org_id })).toEqual({});
});
