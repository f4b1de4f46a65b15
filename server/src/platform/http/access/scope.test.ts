import { usualPreferences } from "@groundcrew/shared/sessions";
import { expect, test } from "vitest";
import type { Principal } from "./principal.ts";
import { Scope } from "./scope.ts";

function person(provider: boolean, can_admin: boolean): Principal {
  const user = {
    name: "",
    email: "a@b.example",
    can_manage: false,
    can_admin,
    org_id: 7,
    organization: "",
    default_view: null,
    preferences: usualPreferences,
  };
  return { kind: "user", id: 1, user, provider };
}

test.each<[string, Parameters<typeof Scope.of>[0], number | null, boolean]>([
  ["a user of a customer", person(false, false), 7, false],
  ["staff", person(true, false), null, false],
  ["an admin", person(true, true), null, true],
  ["a key of a customer", { kind: "api_key", id: 1, orgId: 8, provider: false }, 8, false],
  ["a key of the provider", { kind: "api_key", id: 1, orgId: 9, provider: true }, null, false],
  ["nobody", { kind: "anonymous" }, 0, false],
  ["a station", { kind: "station", name: "gc-a" }, 0, false],
])("the scope of %s", (_, principal, orgId, admin) => {
  const scope = Scope.of(principal);
  expect([scope.orgId, scope.admin, scope.seesAny]).toEqual([orgId, admin, orgId !== 0]);
  expect(scope.nameReader({ product: "Groundcrew" })).toEqual({
    seesStaff: orgId === null,
    support: "Groundcrew Support",
  });
  expect([7, 8].map((org) => scope.sees(org))).toEqual([7, 8].map((org) => orgId === null || orgId === org));
});
