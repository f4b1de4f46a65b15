import type { Page } from "@playwright/test";
import type { Screen } from "./screen.ts";
import { ADMIN } from "./station-steps.ts";

/** Screenshots of alerts and of who is notified of them. */
export const attentionScreens: Screen[] = [
  { name: "attention", path: "/attention", user: ADMIN, open: awaitList },
  { name: "alert-rules", path: "/attention/rules", user: ADMIN, open: awaitList },
  { name: "alert-rule", path: "/attention/rules/new", user: ADMIN, open: awaitHeading },
  { name: "channels", path: "/attention/channels", user: ADMIN, open: awaitHeading },
  { name: "deliveries", path: "/attention/deliveries", user: ADMIN, open: awaitHeading },
  { name: "my-notifications", path: "/attention/me", user: ADMIN, open: awaitHeading },
];

async function awaitList(page: Page) {
  await page.getByRole("main").getByRole("table").first().waitFor();
}

async function awaitHeading(page: Page) {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.getByText("Loading...").first().waitFor({ state: "hidden" });
}
