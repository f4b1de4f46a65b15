import { expectAccessible } from "./axe.ts";
import { runExample } from "./example-station.ts";
import { ADMIN, tab, USER } from "./station-parts.ts";
import { expect, test } from "./test.ts";

test.describe("the Edit tab", () => {
  // @spec 24.1, 104.1
  test("saves what was changed, and asks before unsaved changes are left", async ({ login, system }) => {
    const { name, serial_number } = await system.onlineStation("universal");
    const page = await login(ADMIN, `/stations/${name}/edit`);
    const description = page.getByLabel("Description");
    await description.fill("x".repeat(51));
    await description.blur();
    await expect(page.getByText("Description must be shorter than 50 characters.")).toBeVisible();
    await description.fill("North ridge");

    await tab(page, "Overview").click();
    const question = page.getByRole("dialog", { name: "Unsaved Changes" });
    await expect(question).toContainText(`Changes to station ${serial_number} haven't been saved`);
    await question.getByRole("button", { name: "Stay" }).click();
    await expect(description).toHaveValue("North ridge");

    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText(`Saved the changes to ${serial_number}`)).toBeVisible();
    await expect(page.getByRole("button", { name: "Save" })).toBeDisabled();
    const savedStation = async () => (await page.request.get(`/api/stations/${name}`)).json();
    await expect.poll(savedStation).toMatchObject({ description: "North ridge", serial_number });
    await tab(page, "Overview").click();
    await expect(page).toHaveURL(new RegExp(`/stations/${name}$`));
  });

  test("says who saved in the meantime, and overwrites a value of theirs only when that is chosen", async ({
    login,
    system,
  }) => {
    const { name } = await system.onlineStation("universal");
    const page = await login(ADMIN, `/stations/${name}/edit`);
    await page.getByLabel("Description", { exact: true }).fill("Mine");
    await page.getByLabel("Deploy Location", { exact: true }).fill("Pier 4");
    const theirs = { description: "Theirs", location_deployment: "Pier 9", hexone_uri_base: "http://10.0.0.9" };
    expect((await page.request.patch(`/api/stations/${name}`, { data: theirs })).status()).toBe(200);

    const save = page.getByRole("button", { name: "Save" });
    await save.click();
    const notice = page.getByRole("status").filter({ hasText: "(Note: there are new changes)" });
    await expect(notice).toContainText(/Saved by .+, \d{4}-\d\d-\d\d/);
    await expect(notice).toContainText("Description was saved as: Theirs");
    await expect(notice).toContainText("Deploy Location was saved as: Pier 9");
    await expect(page.getByLabel("Description", { exact: true })).toHaveValue("Mine");
    await expect(page.getByLabel("Dashboard Address", { exact: true })).toHaveValue("http://10.0.0.9");

    await save.click();
    await expect(notice.getByRole("button", { name: "Keep mine for Description" })).toBeFocused();
    await notice.getByRole("button", { name: "Keep mine for Description" }).click();
    await notice.getByRole("button", { name: "Use theirs for Deploy Location" }).click();
    await expect(page.getByLabel("Deploy Location", { exact: true })).toHaveValue("Pier 9");
    await save.click();
    await expect(page.getByText("Unsaved changes")).toHaveCount(0);
    await expect(notice).toHaveCount(0);
    const kept = await (await page.request.get(`/api/stations/${name}`)).json();
    expect(kept).toMatchObject({ ...theirs, description: "Mine" });
  });

  // @spec 299.2
  test("says 'Something went wrong.' when the server refuses", async ({ login, system }) => {
    const one = await system.onlineStation("universal");
    const other = await system.onlineStation("atlas");
    const page = await login(ADMIN, `/stations/${one.name}/edit`);
    await page.getByLabel("Serial Number").fill(other.serial_number);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Something went wrong." })).toBeVisible();
    await expect(page.getByLabel("Serial Number")).toHaveValue(other.serial_number);
  });

  test("resets the link state, which disconnects the station", async ({ login, system }) => {
    const { name, serial_number } = await system.onlineStation("atlas");
    const scripted = await system.announceFor(name);
    await scripted.report(0);
    const page = await login(ADMIN, `/stations/${name}/edit`);
    const link = page.getByRole("region", { name: "Station Link" });
    await link.getByRole("button", { name: "Reset Link State" }).click();
    expect(scripted.isConnected()).toBe(true);
    await link.getByRole("button", { name: "Are You Sure? Reset Link State" }).click();
    await expect(page.getByText(`Reset the link state of ${serial_number}`)).toBeVisible();
    await expect.poll(() => scripted.isConnected()).toBe(false);
    await system.plugIn(name);
  });

  // @spec 104.1
  test("sends a location of two comma-separated numbers as lat and lng", async ({ login, system }) => {
    const { name } = await system.onlineStation("atlas");
    const page = await login(ADMIN, `/stations/${name}/edit`);
    const form = page.getByRole("form", { name: "Enter a location" });
    await form.getByRole("button", { name: "Enter Location" }).click();
    await expect(form.getByText("Choose a purpose.")).toBeVisible();
    await form.getByLabel("Location").fill("59.91, 10.75");
    await form.getByLabel("Purpose").selectOption("service");
    const asked = page.waitForRequest(/\/locations$/);
    await form.getByRole("button", { name: "Enter Location" }).click();
    expect((await asked).postDataJSON()).toEqual({ location: { lat: 59.91, lng: 10.75 }, purpose: "service" });
    await expect(form).toContainText("59.91, 10.75");
  });

  test("keeps an address that is not found, and warns that it is not on the map", async ({ login, system }) => {
    const { name } = await system.onlineStation("atlas");
    const page = await login(ADMIN, `/stations/${name}/edit`);
    const form = page.getByRole("form", { name: "Enter a location" });
    await form.getByLabel("Location").fill("Nowhere Street 1");
    await form.getByLabel("Purpose").selectOption("service");
    await form.getByRole("button", { name: "Enter Location" }).click();
    await expect(page.getByText("No place was found for Nowhere Street 1.")).toBeVisible();
    await expect(form).toContainText("Nowhere Street 1");
    await expect(form.getByLabel("Location")).toHaveValue("");
  });
});

test.describe("Add Device", () => {
  // @spec 50.5, 87.1, 201.1, 210.1, 251.2, 299.1
  test("says what is missing, then adds the station and closes", async ({ login }) => {
    const page = await login(ADMIN);
    await page.getByRole("button", { name: "Add Station" }).click();
    const dialog = page.getByRole("dialog", { name: "Add Device" });
    const add = dialog.getByRole("button", { name: "Add Station" });
    await add.click();
    await expect(dialog.getByText("You must fill the 'Name' field before continuing.")).toBeVisible();
    await expect(dialog.getByText("Serial number is required")).toBeVisible();
    await expect(dialog.getByText("API version needed to do initial telemetry.")).toBeVisible();
    await expect(dialog.getByLabel("Serial Number")).toHaveAttribute("placeholder", "Atlas 0000");

    const id = crypto.randomUUID().replaceAll("-", "").slice(0, 12);
    await dialog.getByLabel("Name", { exact: true }).fill(`gc-${id}`);
    await dialog.getByLabel("Serial Number").fill(`Atlas ${id}`);
    await dialog.getByLabel("API Version").fill("4.7.4");
    await add.click();
    const created = page.getByRole("status").filter({ hasText: "Created new station" });
    await expect(created).toBeVisible();
    await expect(dialog).toHaveCount(0);

    await page.getByRole("button", { name: "Add Station" }).click();
    await dialog.getByLabel("Name", { exact: true }).fill(`gc-${id}`);
    await dialog.getByLabel("Serial Number").fill("Atlas of another");
    await dialog.getByLabel("API Version").fill("4.7.4");
    await add.click();
    await expect(dialog.getByRole("alert")).toBeVisible();
    await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue(`gc-${id}`);
  });

  test("leads on to the station's password, with which the command that is shown connects it", async ({
    login,
    system,
  }) => {
    const page = await login(ADMIN);
    const name = `gc-${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;
    await page.getByRole("button", { name: "Add Station" }).click();
    const adding = page.getByRole("dialog", { name: "Add Device" });
    await adding.getByLabel("Name", { exact: true }).fill(name);
    await adding.getByLabel("Serial Number").fill(`Atlas ${name}`);
    await adding.getByLabel("API Version").fill("4.7.4");
    await adding.getByRole("button", { name: "Add Station" }).click();
    const next = page.getByRole("button", { name: "Set API Password" });
    await expect(next).toBeVisible();
    await expectAccessible(page);
    await next.click();
    await expect(page).toHaveURL(`${system.url}/stations/${name}/edit`);
    await expect(next).toHaveCount(0);
    const link = page.getByRole("region", { name: "Station Link" });
    await expect(link.getByText("Waiting for first contact")).toBeVisible();

    const dialog = page.getByRole("dialog", { name: "New API Password" });
    async function generate(): Promise<{ password: string; command: string }> {
      await link.getByRole("button", { name: "Generate Password" }).click();
      await link.getByRole("button", { name: "Are You Sure? Generate Password" }).click();
      const shown = dialog.getByRole("code");
      await expect(shown.last()).toContainText("docs/example-station.mjs");
      const [password = "", command = ""] = await shown.allTextContents();
      return { password, command };
    }
    const first = await generate();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Close", exact: true }).click();
    expect(await system.knock(name, first.password)).toBe(true);
    const { password, command } = await generate();
    expect(command).toBe(`node docs/example-station.mjs ${name} '${password}' ${system.brokerUrl}`);
    expect(await system.knock(name, first.password)).toBe(false);
    await dialog.getByRole("button", { name: "Close", exact: true }).click();

    const station = await runExample(command);
    try {
      await expect(link.getByText(/^Connected, last active at/)).toBeVisible({ timeout: 60_000 });
    } finally {
      await station.stop();
    }
    await page.reload();
    await expect(link.getByRole("button", { name: "Generate Password" })).toBeVisible();
    const kept = await page.evaluate(() => [
      document.documentElement.outerHTML,
      ...[...document.querySelectorAll("input")].map(({ value }) => value),
      JSON.stringify([localStorage, sessionStorage]),
    ]);
    expect(kept.filter((text) => text.includes(password))).toEqual([]);
  });

  // @spec 50.5
  test("is not for users who are not admins", async ({ login }) => {
    const page = await login(USER);
    await expect(page.getByRole("button", { name: "Add Station" })).toHaveCount(0);
  });
});
