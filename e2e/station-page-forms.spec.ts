import { expectAccessible } from "./axe.ts";
import { runExample } from "./example-station.ts";
import { ADMIN } from "./station-steps.ts";
import { expect, test } from "./test.ts";

// @spec 24.1, 104.1
test("an admin edits a station that someone else edits too, enters its location and resets its link, which disconnects it", async ({
  login,
  system,
}) => {
  const { name, serial_number } = await system.onlineStation("atlas");
  const connection = await system.impersonate(name);
  await connection.report(0);
  const page = await login(ADMIN, `/stations/${name}/edit`);
  const loadStation = async () => (await page.request.get(`/api/stations/${name}`)).json();
  await page.getByLabel("Description", { exact: true }).fill("North ridge");
  const theirs = { description: "South ridge", location_deployment: "Pier 9" };
  expect((await page.request.patch(`/api/stations/${name}`, { data: theirs })).status()).toBe(200);
  const save = page.getByRole("button", { name: "Save" });
  await save.click();
  const notice = page.getByRole("status").filter({ hasText: "(Note: there are new changes)" });
  await expect(notice).toContainText(/Saved by .+, \d{4}-\d\d-\d\d/);
  await notice.getByRole("button", { name: "Keep mine for Description" }).click();
  await save.click();
  await expect(page.getByText(`Saved the changes to ${serial_number}`)).toBeVisible();
  expect(await loadStation()).toMatchObject({ ...theirs, description: "North ridge", serial_number });

  const form = page.getByRole("form", { name: "Enter a location" });
  await form.getByLabel("Location").fill("59.91, 10.75");
  await form.getByLabel("Purpose").selectOption("service");
  await form.getByRole("button", { name: "Enter Location" }).click();
  await expect(form).toContainText("59.91, 10.75");
  expect(await loadStation()).toMatchObject({ location: { lat: 59.91, lng: 10.75 } });

  const link = page.getByRole("region", { name: "Station Link" });
  await link.getByRole("button", { name: "Reset Link State" }).click();
  expect(connection.isConnected()).toBe(true);
  await link.getByRole("button", { name: "Are You Sure? Reset Link State" }).click();
  await expect(page.getByText(`Reset the link state of ${serial_number}`)).toBeVisible();
  await expect.poll(() => connection.isConnected()).toBe(false);
  await system.reconnectStation(name);
});

// @spec 87.1, 299.1
test("an admin adds a station and generates its password, and the command shown with it connects the example station", async ({
  login,
  system,
}) => {
  const page = await login(ADMIN);
  const name = `gc-${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;
  await page.getByRole("button", { name: "Add Station" }).click();
  const addDialog = page.getByRole("dialog", { name: "Add Device" });
  const { serial_number: existingSerial } = await system.onlineStation("atlas");
  await addDialog.getByLabel("Name", { exact: true }).fill(name);
  await addDialog.getByLabel("Serial Number").fill(existingSerial);
  await addDialog.getByLabel("API Version").fill("4.7.4");
  await addDialog.getByRole("button", { name: "Add Station" }).click();
  await expect(addDialog.getByRole("alert")).toBeVisible();
  await expect(addDialog.getByLabel("Name", { exact: true })).toHaveValue(name);
  await addDialog.getByLabel("Serial Number").fill(`Atlas ${name}`);
  await addDialog.getByRole("button", { name: "Add Station" }).click();
  const next = page.getByRole("button", { name: "Set API Password" });
  await expect(next).toBeVisible();
  await expectAccessible(page);
  await next.click();
  await expect(page).toHaveURL(`${system.url}/stations/${name}/edit`);
  const link = page.getByRole("region", { name: "Station Link" });
  await expect(link.getByText("Waiting for first contact")).toBeVisible();

  const dialog = page.getByRole("dialog", { name: "New API Password" });
  async function generate(): Promise<{ password: string; command: string }> {
    await link.getByRole("button", { name: "Generate Password" }).click();
    await link.getByRole("button", { name: "Are You Sure? Generate Password" }).click();
    const codes = dialog.getByRole("code");
    await expect(codes.last()).toContainText("docs/example-station.mjs");
    const texts = await codes.allTextContents();
    const [password = "", command = ""] = [texts.at(0), texts.at(-1)];
    return { password, command };
  }
  const first = await generate();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
  expect(await system.tryConnect(name, first.password)).toBe(true);
  const { password, command } = await generate();
  expect(command).toBe(`node docs/example-station.mjs ${name} '${password}' ${system.brokerUrl}`);
  expect(await system.tryConnect(name, first.password)).toBe(false);
  await dialog.getByRole("button", { name: "Close", exact: true }).click();

  const station = await runExample(command);
  try {
    await expect(link.getByText(/^Connected, last active at/)).toBeVisible({ timeout: 60_000 });
  } finally {
    await station.stop();
  }
  await page.reload();
  await expect(link.getByRole("button", { name: "Generate Password" })).toBeVisible();
  const stored = await page.evaluate(() => [
    document.documentElement.outerHTML,
    ...[...document.querySelectorAll("input")].map(({ value }) => value),
    JSON.stringify([localStorage, sessionStorage]),
  ]);
  expect(stored.filter((text) => text.includes(password))).toEqual([]);
});
