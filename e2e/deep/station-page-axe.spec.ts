import { expectAccessibleInEachLayout } from "../axe.ts";
import { ADMIN, reading } from "../station-steps.ts";
import { expect, test } from "../test.ts";

test("the telemetry dialog, swaps, Add Device, the data history, the error log and a resolution are accessible", async ({
  login,
  system,
}) => {
  const [station] = await system.stationsOf("Harbor Air");
  const { name = "", serial_number: serial = "" } = station ?? {};
  await system.logErrors(name, 1);
  const page = await login(ADMIN, `/?stations-type=&stations-f-actual=0&stations-q=${encodeURIComponent(serial)}`);
  await page.getByRole("button", { name: `Details of ${serial}` }).click();
  await page.getByRole("button", { name: "Telemetry" }).click();
  const dialog = page.getByRole("dialog");
  for (const part of ["Motors", "Chargers", "USB"]) {
    await dialog.getByRole("tab", { name: part }).click();
    await expect(dialog.getByText("Loading...")).toHaveCount(0);
    await expectAccessibleInEachLayout(page);
  }
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
  await page.getByRole("button", { name: "Add Station" }).click();
  await dialog.getByRole("button", { name: "Add Station" }).click();
  await expect(dialog.getByText("Serial number is required")).toBeVisible();
  await expectAccessibleInEachLayout(page);

  await page.goto(`/stations/${name}`);
  await reading(page, "Swaps").getByRole("button").click();
  await expect(dialog.getByRole("row").first()).toBeVisible();
  await expectAccessibleInEachLayout(page);
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
  await page.getByRole("button", { name: "Data History" }).click();
  await expect(dialog.getByRole("slider")).toBeVisible();
  await expectAccessibleInEachLayout(page);
  await dialog.getByRole("button", { name: "View Error Log" }).click();
  const log = page.getByRole("dialog", { name: /Error Log$/ });
  await log.getByRole("checkbox").first().click();
  const resolve = log.getByRole("button", { name: "Resolve (1)" });
  await expect(resolve).toBeVisible();
  await expectAccessibleInEachLayout(page);
  await resolve.click();
  await page.getByRole("dialog", { name: "Record" }).getByRole("button", { name: "Resolve" }).click();
  await expect(page.getByText("A note is required to continue")).toBeVisible();
  await expectAccessibleInEachLayout(page);
});
