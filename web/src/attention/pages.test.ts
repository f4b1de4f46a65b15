import { expect, test } from "vitest";
import { parseAttentionPage } from "./pages.ts";

const admin = { can_admin: true, can_manage: true };
const user = { can_admin: false, can_manage: false };

test.each([
  ["", { tab: "active", alert: null }],
  ["4812", { tab: "active", alert: 4812 }],
  ["rules", { tab: "rules" }],
  ["rules/", { tab: "rules" }],
  ["rules/new", { tab: "rules", rule: null }],
  ["rules/7", { tab: "rules", rule: 7 }],
  ["channels", { tab: "channels" }],
  ["deliveries", { tab: "deliveries" }],
  ["me", { tab: "me" }],
  ["active", null],
  ["0", null],
  ["rules/x", null],
  ["rules/7/x", null],
  ["channels/1", null],
  ["nothing", null],
])("/attention/%s is the page %j", (path, page) => {
  expect(parseAttentionPage(path, admin)).toEqual(page);
});

test("someone who may not change rules sees one, and cannot create one", () => {
  expect(parseAttentionPage("rules/7", user)).toEqual({ tab: "rules", rule: 7 });
  expect(parseAttentionPage("rules/new", user)).toBeNull();
});
