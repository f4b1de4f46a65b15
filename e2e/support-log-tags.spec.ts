import { expectAccessible } from "./axe.ts";
import { ADMIN } from "./station-parts.ts";
import { expect, test } from "./test.ts";

test("tags and aliases are created, alerting ones red and others grey", async ({ login }) => {
  const page = await login(ADMIN);
  await page.goto("/supportlog/tags");
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
  const [red, grey] = await Promise.all(
    [row, page.getByRole("row").filter({ hasText: "climate" })].map((of) =>
      of
        .getByRole("cell")
        .first()
        .locator("span")
        .evaluate((mark) => getComputedStyle(mark).color),
    ),
  );
  expect(red).toBe("rgb(162, 34, 20)");
  expect(grey).toBe("rgb(63, 75, 88)");

  await name.fill("claw");
  await form.getByRole("combobox", { name: "Alias For" }).selectOption("gripper");
  await expect(target).toBeDisabled();
  await form.getByRole("button", { name: "Create Alias" }).click();
  await expect(page.getByText("Created new alias")).toBeVisible();
  await expect(row.getByRole("cell").last()).toHaveText("claw");
  await name.fill("CLAW");
  await form.getByRole("button", { name: "Create Tag" }).click();
  await expect(page.getByText("The tag was not created.")).toBeVisible();
  await expect(form.getByRole("alert")).toHaveText("There is a tag called CLAW already.");
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
});
