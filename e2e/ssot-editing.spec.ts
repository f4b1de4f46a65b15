import { ADMIN, openEntry, tableOf } from "./ssot-steps.ts";
import { expect, test } from "./test.ts";

const NOTE = "(Note: there are new changes)";

test("a conflict is settled with 'Use theirs', and what is not edited takes theirs by itself", async ({
  login,
  system,
}) => {
  const { name, serial_number: serial } = await system.onlineStation("atlas");
  const page = await login(ADMIN);
  const mine = await openEntry(page, "hw-variation", serial);
  await mine.getByLabel(`Notes of ${serial}`).fill("mine");
  const saved = await page.request.put(`/api/stations/${name}/ssot/latest`, {
    headers: { "if-match": (await page.request.get(`/api/stations/${name}/ssot`)).headers()["etag"] ?? "" },
    data: { notes: "theirs", address: "Dock 11" },
  });
  expect(saved.status()).toBe(200);
  await mine.getByRole("button", { name: /^(Save|Add) / }).click();
  await expect(mine.getByText(NOTE)).toBeVisible();
  await mine.getByRole("button", { name: `Use theirs for Notes (${serial})` }).click();
  await expect(mine.getByLabel(`Notes of ${serial}`)).toHaveValue("theirs");
  await expect(mine.getByLabel(`Address of ${serial}`)).toHaveValue("Dock 11");
  await expect(mine.getByText(NOTE)).toHaveCount(0);
});

test("a row can be saved while the stations load again after another row was", async ({ login, system }) => {
  const stations = [await system.onlineStation("atlas"), await system.onlineStation("atlas")];
  const [first, second] = stations.map(({ serial_number: serial }) => serial);
  const page = await login(ADMIN, `/ssot/hw-variation?stations-q=${encodeURIComponent(`${first}|${second}`)}`);
  for (const serial of [first, second]) await page.getByLabel(`Notes of ${serial}`).fill(`checked ${serial}`);
  const { promise: isHeld, resolve: noteHeld } = Promise.withResolvers<void>();
  await page.route(/\/api\/stations\?/, () => noteHeld());

  await page.getByRole("button", { name: new RegExp(`^(Save|Add) ${first}$`) }).click();
  await isHeld;
  await page.getByRole("button", { name: new RegExp(`^(Save|Add) ${second}$`) }).click();
  for (const { name, serial_number: serial } of stations) {
    await expect
      .poll(async () => (await page.request.get(`/api/stations/${name}/ssot`)).text())
      .toContain(`checked ${serial}`);
  }
});

test("the serial number and Save stay in view while one edits far to the right", async ({ login }) => {
  const page = await login(ADMIN, "/ssot/hw-variation?stations-f-actual=0");
  for (const width of [1440, 800]) {
    await page.setViewportSize({ width, height: 900 });
    const table = await tableOf(page, "Hardware Variation");
    const row = table.getByRole("row").nth(2);
    await row.getByRole("textbox", { name: /^Notes of / }).scrollIntoViewIfNeeded();
    await expect(row.getByRole("button", { name: /^(Save|Add) / })).toBeInViewport({ ratio: 1 });
    await expect(row.getByRole("cell").first()).toBeInViewport({ ratio: 1 });
  }
});

test("a printed table has all its rows and all fields of each", async ({ login }) => {
  const page = await login(ADMIN, "/ssot/hw-variation?stations-f-actual=0");
  const table = await tableOf(page, "Hardware Variation");
  const count = Number(await table.getAttribute("aria-rowcount")) - 1;
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await expect(table.getByRole("row")).toHaveCount(count);
  const width = await table.evaluate((element) => element.scrollWidth - document.documentElement.clientWidth);
  expect(width).toBeLessThanOrEqual(0);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
});
