import { ADMIN } from "./station-steps.ts";
import { expect, test } from "./test.ts";

// @spec 10.1, 97.1, 122.2, 298.2
test("an incident in a station's support log notifies the target of its tag by email", async ({ login, system }) => {
  const [station] = await system.stationsOf("Harbor Air");
  const page = await login(ADMIN, `/stations/${station?.name}/supportlog`);
  const form = page.getByRole("form", { name: "New Entry" });
  const content = form.getByRole("textbox", { name: "Content" });
  await form.getByRole("button", { name: "Needs Action" }).click();
  await content.fill("Gripper does not open");
  await form.getByRole("textbox", { name: "Tags" }).fill("climate battery");
  await content.press("Control+Enter");
  await expect(content).toHaveValue("");
  const entry = page.getByRole("article", { name: /^Needs Action by/ }).filter({ hasText: "Gripper does not open" });
  await expect(entry).toContainText("climate");
  await expect(entry.getByRole("link", { name: /^\d{4}-\d\d-\d\d \d\d:\d\d · / })).toBeVisible();
  await expect(entry.getByRole("list", { name: "Alerts" })).toHaveText("Notified power@groundcrew.example");
  expect(await system.newestMail("power@groundcrew.example")).toContain("Gripper does not open");
});
