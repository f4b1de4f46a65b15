import { ADMIN, reading } from "./station-steps.ts";
import { expect, test } from "./test.ts";

// @spec 9.3, 23.1, 46.10, 49.3, 49.4, 49.5, 49.6, 90.1, 103.1, 103.2
test("the row of a station changes with what it reports, and leads to its page, which has the same and says when it was last online", async ({
  login,
  system,
}) => {
  const { name, serial_number: serial } = await system.onlineStation("atlas");
  const page = await login(ADMIN, `/?stations-type=atlas&stations-q=${encodeURIComponent(serial)}`);
  const row = page.getByRole("list", { name: "Stations" }).getByRole("listitem").filter({ hasText: serial });
  await expect(row).toContainText("ONLINE");
  await expect(row).toContainText("ACTIVE");
  await expect(row).not.toContainText("107°F");
  await system.reportTemperature(name, 107);
  await expect(row).toContainText("107°F");
  await system.swap(name);
  // The row shortens large counts; its title has all digits. The station also swaps by itself.
  const swaps = async () => (await system.swaps(name)).toLocaleString("en-US");
  await expect.poll(async () => row.getByTitle(`Swaps: ${await swaps()}`, { exact: true }).isVisible()).toBe(true);

  await page.getByRole("link", { name: `Open the page of ${serial}` }).click();
  await expect(page).toHaveURL(`${system.url}/stations/${name}`);
  const main = page.getByRole("main");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name.replace(/^gc-/, ""));
  for (const text of [serial, "ONLINE", "Last Online now"]) await expect(main).toContainText(text);
  await expect.poll(async () => (await reading(page, "Swaps").textContent()) === (await swaps())).toBe(true);
  await system.disconnectStation(name);
  await expect(main).toContainText("OFFLINE");
  await expect(main).toContainText(/Last Online (now|\d+ s ago|\dm ago)/);
  await page.goBack();
  await expect(row).toContainText("OFFLINE");
});
