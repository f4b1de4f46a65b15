import { expectAccessible } from "./axe.ts";
import { ADMIN } from "./station-parts.ts";
import { expect, test } from "./test.ts";

// @spec 10.1, 28.1, 120.1, 301.1
test("tags and aliases are created, alerting ones red and others grey", async ({ login }) => {
  const page = await login(ADMIN, "/supportlog/tags");
  const form = page.getByRole("form", { name: "New Tag" });
  const [name, target] = [
    form.getByRole("textbox", { name: "Tag Name" }),
    form.getByRole("textbox", { name: "Alert Target" }),
  ];
  await form.getByRole("button", { name: "Create Tag" }).click();
  await expect(form).toContainText("Tag name is required");
  await expect(name).toBeFocused();
  await name.fill("gripper");
  await target.fill("https://hooks.example/grippers");
  await form.getByRole("button", { name: "Create Tag" }).click();
  await expect(page.getByText("Created new support log tag")).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: "gripper" });
  await expect(row.getByRole("cell")).toHaveText(["gripper", "https://hooks.example/grippers", "–"]);
  for (const [tag, color] of [
    ["gripper", "rgb(162, 34, 20)"],
    ["climate", "rgb(63, 75, 88)"],
  ] as const) {
    const mark = page.getByRole("row").filter({ hasText: tag }).getByRole("cell").first().locator("span");
    await expect(mark).toHaveCSS("color", color);
  }

  await name.fill("claw");
  await form.getByRole("combobox", { name: "Alias For" }).selectOption("gripper");
  await expect(target).toBeDisabled();
  await form.getByRole("button", { name: "Create Alias" }).click();
  await expect(page.getByText("Created new alias")).toBeVisible();
  await expect(row.getByRole("cell").last()).toHaveText("claw");
  await name.fill("CLAW");
  await form.getByRole("button", { name: "Create Tag" }).click();
  await expect(page.getByText("The tag was not created.")).toBeVisible();
  await expect(form.getByRole("alert")).toHaveText("A tag called CLAW already exists.");
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
});
