import type { Page } from "@playwright/test";
import { createKey } from "./manage-steps.ts";
import type { Screen } from "./screen.ts";
import { ADMIN, USER } from "./station-steps.ts";

/** Screenshots of the pages before login, and of user and permission management. */
export const userScreens: Screen[] = [
  {
    name: "login",
    path: "/login",
    user: null,
    open: (page) => page.getByRole("textbox", { name: "Password" }).waitFor(),
  },
  { name: "forgot", path: "/forgot", user: null, open: (page) => page.getByLabel("Email Address").waitFor() },
  {
    name: "set-password",
    path: "/set-password?email=user%40harbor.example&code=example",
    user: null,
    open: (page) => page.getByRole("textbox", { name: "Password" }).waitFor(),
  },
  { name: "account", path: "/account", user: ADMIN, open: awaitTable },
  { name: "manage-users", path: "/manage/users", user: ADMIN, open: awaitTable },
  { name: "manage-users-plain", path: "/manage/users", user: USER, open: awaitTable },
  { name: "manage-apikeys", path: "/manage/apikeys", user: ADMIN, open: openNewKey },
  { name: "manage-organizations", path: "/manage/organizations", user: ADMIN, open: awaitTable },
  { name: "manage-audit", path: "/manage/audit", user: ADMIN, open: awaitTable },
];

async function awaitTable(page: Page) {
  await page.getByRole("table").first().waitFor();
}

/** The key's text is shown only once, in a dialog. */
async function openNewKey(page: Page) {
  await createKey(page, "Dashboard in the hangar");
  await page.getByRole("dialog", { name: "Your New Key" }).waitFor();
}
