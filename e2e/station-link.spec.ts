import type { LimitedStation, StationNotices } from "@groundcrew/shared/link";
import { expectAccessible } from "./axe.ts";
import { MANAGER, rowOf } from "./manage-steps.ts";
import { ADMIN } from "./station-parts.ts";
import { expect, test } from "./test.ts";

const YEAR_MS = 365 * 24 * 60 * 60 * 1_000;
const STRANGER = "gc-0ff1ce0ff1ce";
const NONSENSE = '{"v":1,"data":{"kind":"earthquake","event_id":"e1","facts":{}}}';

test("only admins open the station link page; others are redirected to Users and see no link to it", async ({
  login,
  system,
}) => {
  const page = await login(MANAGER, "/manage/link");
  await expect(page).toHaveURL(`${system.url}/manage/users`);
  await expect(page.getByRole("link", { name: "Station Link" })).toHaveCount(0);
});

test("admins see rejected connections and why, and add a station that is not known yet", async ({ login, system }) => {
  const page = await login(ADMIN);
  const rejected = page.getByRole("region", { name: "Rejected Connections" }).first();
  await page.route("**/api/link/rejected", (route) =>
    route.fulfill({ status: 503, contentType: "text/plain", body: "The database is away." }),
  );
  await page.goto("/manage/users");
  await page.getByRole("link", { name: "Station Link" }).click();
  await expect(page).toHaveURL(`${system.url}/manage/link`);
  await expect(rejected.getByRole("alert")).toContainText("could not be loaded.The database is away.");
  await page.unroute("**/api/link/rejected");
  await page.route("**/api/link/rejected", (route) => route.fulfill({ json: [] }));
  await rejected.getByRole("button", { name: "Reload" }).click();
  await expect(rejected).toContainText("No connections have been rejected.");
  await page.unroute("**/api/link/rejected");
  await page.route("**/api/link/rejected", (route) => route.fulfill({ contentType: "application/json", body: "null" }));
  await rejected.getByRole("button", { name: "Refresh Rejected Connections" }).click();
  await expect(rejected).toContainText("An external broker does not report rejected connections.");
  await page.unroute("**/api/link/rejected");

  const known = await system.onlineStation("atlas");
  const scripted = await system.announceFor(known.name);
  expect(await system.knock(known.name, "not its secret")).toBe(false);
  expect(await system.knock("stranger", "any")).toBe(false);
  expect(await system.knock(STRANGER, "any")).toBe(false);
  expect(await system.knock(STRANGER, "another")).toBe(false);
  const stranger = rowOf(page, STRANGER);
  await expect(async () => {
    await rejected.getByRole("button", { name: "Refresh Rejected Connections" }).click();
    await expect(stranger.getByRole("cell").nth(2)).toHaveText("2", { timeout: 10_000 });
  }).toPass();
  await expect(rowOf(page, known.name)).toContainText("The password is wrong.");
  await expect(rowOf(page, known.name).getByRole("link", { name: "Edit Station" })).toBeVisible();
  await expect(rowOf(page, "stranger").getByRole("button")).toHaveCount(0);
  await expect(stranger.getByRole("cell")).toHaveText([
    STRANGER,
    "There is no station with this name.",
    "2",
    /ago$/,
    "Add Station",
  ]);

  await stranger.getByRole("button", { name: `Add Station ${STRANGER}` }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Add Device" });
  await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue(STRANGER);
  await dialog.getByLabel("Serial Number").fill("A 9191");
  await dialog.getByLabel("API Version").fill("4.7.4");
  await dialog.getByRole("button", { name: "Add Station" }).click();
  await expect(page.getByText("Created new station")).toBeVisible();
  const edit = stranger.getByRole("link", { name: `Edit Station ${STRANGER}` });
  await expect(edit).toBeFocused();
  await edit.click();
  await expect(page).toHaveURL(`${system.url}/stations/${STRANGER}/edit`);
  await scripted.leave();
});

test("what is wrong with a station's numbers is shown on its page and, for admins, on the station link page", async ({
  login,
  system,
}) => {
  const page = await login(ADMIN);
  const { name } = await system.onlineStation("atlas");
  const since = new Date(Date.now() - 35 * 60_000).toISOString();
  const limited: Omit<LimitedStation, "station"> = {
    since,
    per_minute: 12_345,
    limit: { kind: "events_per_minute", value: 600 },
  };
  const notices: StationNotices = {
    too_many_events: limited,
    swap_counts: { by_events: 1_204, by_counter: 1_210, since },
    errors_kept_days: 730,
  };
  await page.route(`**/api/stations/${name}/notices`, (route) => route.fulfill({ json: notices }));
  await page.goto(`/stations/${name}`);
  const notice = (title: string) => page.getByRole("status").filter({ hasText: title });
  await expect(notice("Sending too many events")).toContainText(
    /12,345 a minute, since \d{4}-.* Up to 600 a minute are stored for one station\. The rest stay at the station until they can be stored\./,
  );
  await expect(notice("Swap counts differ")).toContainText(
    /The station's events come to 1,204 swaps, its own counter to 1,210, since \d{4}-/,
  );
  await expectAccessible(page);

  const used: LimitedStation = { ...limited, station: name, limit: { kind: "errors_per_day", value: 20_000 } };
  await page.route("**/api/link/limited", (route) => route.fulfill({ json: [used] }));
  await page.goto("/manage/link");
  await expect(rowOf(page, name).getByRole("cell")).toHaveText([
    name,
    "12,345 a minute",
    "20,000 errors a day",
    /^35m ago$/,
  ]);
  await expectAccessible(page);
  await page.unroute("**/api/link/limited");
  const card = page.getByRole("region", { name: "Sending Too Many Events" }).first();
  await card.getByRole("button", { name: "Refresh Sending Too Many Events" }).click();
  await expect(card).toContainText("No station sends too many events.");

  await page.unroute(`**/api/stations/${name}/notices`);
  await page.goto(`/stations/${name}`);
  await expect(page.getByRole("term").filter({ hasText: /^Swaps$/ })).toBeVisible();
  await expect(notice("Sending too many events")).toHaveCount(0);
  await expect(notice("Swap counts differ")).toHaveCount(0);
});

test("admins see invalid messages with their station, kind and reason, and quarantined events as they were received", async ({
  login,
  system,
}) => {
  const { name } = await system.onlineStation("atlas");
  const scripted = await system.announceFor(name);
  await scripted.publish("event", NONSENSE);
  await scripted.publish("tele", '{"v":1,"ts":"noon"}');
  await scripted.leave();
  const page = await login(ADMIN, "/manage/link");
  const events = page.getByRole("region", { name: "Quarantined Events" });
  await expect(events).toContainText("They are kept for 30 days.");
  const event = events.getByRole("listitem").filter({ hasText: name });
  const invalidMessages = page
    .getByRole("region", { name: "Invalid Messages" })
    .getByRole("listitem")
    .filter({ hasText: name });
  // The server processes messages asynchronously.
  await expect(async () => {
    await events.getByRole("button", { name: "Refresh Quarantined Events" }).click();
    await expect(event).toContainText("earthquake", { timeout: 10_000 });
    await page.getByRole("button", { name: "Refresh Invalid Messages" }).click();
    await expect(invalidMessages).toContainText("tele", { timeout: 10_000 });
  }).toPass();
  await expect(event).toContainText("The message does not follow the protocol of the station link.");
  await expect(event).toContainText(/\d+ s ago|\dm ago/);
  await expect(invalidMessages).toContainText("The message does not follow the protocol of the station link.");
  const message = event.getByRole("textbox", { name: `Raw message of ${name}` });
  await expect(message).toBeHidden();
  await event.getByText("Raw message").press("Enter");
  await expect(message).toHaveValue(NONSENSE);
  await event.getByRole("link", { name }).click();
  await expect(page).toHaveURL(`${system.url}/stations/${name}`);
});

test("a clock that is more than 30 s off is a warning in the row, on the page and in the telemetry, even after the station has disconnected", async ({
  login,
  system,
}) => {
  const { name, serial_number } = await system.onlineStation("atlas");
  const scripted = await system.announceFor(name);
  await scripted.report(10 * YEAR_MS + 60_000);
  const page = await login(ADMIN);
  const warning = page.getByRole("status").filter({ hasText: "Clock 10 years ahead" });
  await page.goto(`/stations/${name}`);
  await expect(warning).toHaveText(/^Clock 10 years ahead\n/);
  await page.goto(`/?stations-q=${name}&stations-type=`);
  await page.getByRole("button", { name: `Details of ${serial_number}` }).click();
  await expect(warning).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Telemetry", exact: true }).click();
  const inDialog = page.getByRole("dialog").getByRole("status").filter({ hasText: "Clock 10 years ahead" });
  await expect(inDialog).toBeVisible();

  await scripted.report(-75_000);
  await scripted.leave();
  await page.goto(`/stations/${name}`);
  await expect(page.getByText("Clock 1 minute behind when last seen")).toBeVisible();
  await system.plugIn(name);
  await page.reload();
  await expect(page.getByRole("main")).toContainText("ONLINE");
  await expect(page.getByText(/^Clock .* (ahead|behind)/)).toHaveCount(0);
});
