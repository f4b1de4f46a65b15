import { usualPreferences } from "../sessions/index.ts";
import { expect, test } from "vitest";
import { defaultBrand } from "../brand.ts";
import { inviteUser } from "./api.ts";
import { invitation, invitationState, newPassword, permissionLock, showsAsManager } from "./user.ts";

const caller = {
  name: "Ada",
  email: "ada@example.com",
  can_manage: true,
  can_admin: false,
  org_id: 2,
  organization: "Northwind",
  default_view: null,
  preferences: usualPreferences,
};
const user = { email: "bob@example.com", can_manage: false, organization: "Northwind", org_id: 2 };
const staff = { ...user, organization: "Groundcrew" };

// @spec 227.2
test("a manager changes others, not themselves and not the provider's users", () => {
  expect(permissionLock(user, caller, defaultBrand)).toBeNull();
  expect(permissionLock({ ...user, email: caller.email }, caller, defaultBrand)).toBe("self");
  expect(permissionLock(staff, caller, defaultBrand)).toBe("provider");
  expect(permissionLock(user, { ...caller, can_manage: false }, defaultBrand)).toBe("not_manager");
  expect(permissionLock(user, { ...caller, can_manage: false, can_admin: true }, defaultBrand)).toBeNull();
});

// @spec 227.3
test("the provider's users are always displayed as managers", () => {
  expect([user, { ...user, can_manage: true }, staff].map((shown) => showsAsManager(shown, defaultBrand))).toEqual([
    false,
    true,
    true,
  ]);
});

// @spec 197.5
test("an invitation needs an email address", () => {
  const problems = (email: string) => invitation.safeParse({ email }).error?.issues.map(({ message }) => message) ?? [];
  expect(problems(" ")).toEqual(["Please enter an email to invite."]);
  expect(problems("bob")).toEqual(["Enter a valid email address."]);
  expect(problems("bob@example.com")).toEqual([]);
});

// @spec 197.4
test.each([
  ["", ["Enter a password."]],
  ["x".repeat(14), ["Use at least 15 characters, such as a few words that do not belong together."]],
  ["x".repeat(15), []],
  ["x".repeat(128), []],
  ["x".repeat(129), ["Use at most 128 characters."]],
])("the password %j", (password, problems) => {
  expect(newPassword.safeParse(password).error?.issues.map(({ message }) => message) ?? []).toEqual(problems);
});

test("an invitation's query is parsed from text, and parsing it again changes nothing", () => {
  const query = inviteUser.query.parse({ org_id: "7", email: " Bob@Example.com " });
  expect(query).toEqual({ org_id: 7, email: "bob@example.com" });
  expect(inviteUser.query.parse(query)).toEqual(query);
});

const sent = Date.parse("2026-11-21T10:00:00.000Z");
const MINUTES_5 = 5 * 60_000;
const HOURS_72 = 72 * 3_600_000;

test.each([
  [0, { isExpired: false, isRecent: true }],
  [MINUTES_5 - 1, { isExpired: false, isRecent: true }],
  [MINUTES_5, { isExpired: false, isRecent: false }],
  [HOURS_72 - 1, { isExpired: false, isRecent: false }],
  [HOURS_72, { isExpired: true, isRecent: false }],
])("the state of an invitation %i ms after it was sent is %j", (ageMs, state) => {
  const times = { sent: "2026-11-21T10:00:00.000Z", expires: "2026-11-24T10:00:00.000Z" };
  expect(invitationState({ ...times, failure: null }, sent + ageMs)).toEqual(state);
  const failure = { at: times.sent, reply: null };
  expect(invitationState({ ...times, failure }, sent + ageMs)).toEqual({ ...state, isRecent: false });
});
