import { runExample } from "./example-station.ts";
import { ADMIN } from "./station-steps.ts";
import { expect, test } from "./test.ts";

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
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
  expect(await system.tryConnect(name, first.password)).toBe(true);
  const { password, command } = await generate();
  expect(command).toBe(`node docs/example-station.mjs ${name} '${password}' ${system.brokerUrl}`);
  expect(await system.tryConnect(name, first.password)).toBe(false);
  await dialog.getByRole("button", { name: "Close", exact: true }).click();

  const station = await runExample(command);
  try {
    await expect(link.getByText(/^Connected, last active at/)).toBeVisible();
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
