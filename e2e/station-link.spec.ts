import { rowOf } from "./manage-steps.ts";
import { ADMIN } from "./station-steps.ts";
import { expect, test } from "./test.ts";

const UNKNOWN_STATION = "gc-0ff1ce0ff1ce";
const INVALID = '{"v":1,"data":{"kind":"earthquake","event_id":"e1","facts":{}}}';

/** Long enough to show a response. */
const RESPONSE = { timeout: 3_000 };

test("admins see rejected connections and why, and add an unknown station", async ({ login, system }) => {
  const page = await login(ADMIN, "/manage/link");
  const known = await system.onlineStation("atlas");
  const connection = await system.impersonate(known.name);
  expect(await system.tryConnect(known.name, "not its secret")).toBe(false);
  expect(await system.tryConnect("no-such-station", "any")).toBe(false);
  expect(await system.tryConnect(UNKNOWN_STATION, "any")).toBe(false);
  expect(await system.tryConnect(UNKNOWN_STATION, "another")).toBe(false);
  const unknownRow = rowOf(page, UNKNOWN_STATION);
  await expect(async () => {
    await page.getByRole("button", { name: "Refresh Rejected Connections" }).click();
    await expect(unknownRow.getByRole("cell").nth(2)).toHaveText("2", RESPONSE);
  }).toPass();
  await expect(rowOf(page, known.name)).toContainText("The password is wrong.");
  await expect(rowOf(page, "no-such-station")).toContainText("There is no station with this name.");

  await unknownRow.getByRole("button", { name: `Add Station ${UNKNOWN_STATION}` }).click();
  const dialog = page.getByRole("dialog", { name: "Add Device" });
  await dialog.getByLabel("Serial Number").fill("A 9191");
  await dialog.getByLabel("API Version").fill("4.7.4");
  await dialog.getByRole("button", { name: "Add Station" }).click();
  await expect(page.getByText("Created new station")).toBeVisible();
  await unknownRow.getByRole("link", { name: `Edit Station ${UNKNOWN_STATION}` }).click();
  await expect(page).toHaveURL(`${system.url}/stations/${UNKNOWN_STATION}/edit`);
  await connection.disconnect();
});

test("admins see a station's invalid messages, its quarantined events as they were received, and that its clock is wrong", async ({
  login,
  system,
}) => {
  const { name } = await system.onlineStation("atlas");
  const connection = await system.impersonate(name);
  await connection.publish("event", INVALID);
  await connection.publish("tele", '{"v":1,"ts":"noon"}');
  await connection.report(-75_000);
  await connection.disconnect();
  const page = await login(ADMIN, "/manage/link");
  const itemOf = (list: string) =>
    page.getByRole("region", { name: list }).getByRole("listitem").filter({ hasText: name });
  // The server processes messages asynchronously.
  await expect(async () => {
    await page.getByRole("button", { name: "Refresh Quarantined Events" }).click();
    await expect(itemOf("Quarantined Events")).toContainText("earthquake", RESPONSE);
    await page.getByRole("button", { name: "Refresh Invalid Messages" }).click();
    await expect(itemOf("Invalid Messages")).toContainText("tele", RESPONSE);
  }).toPass();
  const event = itemOf("Quarantined Events");
  await expect(event).toContainText("The message does not follow the protocol of the station link.");
  await event.getByText("Raw message").press("Enter");
  await expect(event.getByRole("textbox", { name: `Raw message of ${name}` })).toHaveValue(INVALID);
  await event.getByRole("link", { name }).click();
  await expect(page).toHaveURL(`${system.url}/stations/${name}`);
  await expect(page.getByText("Clock 1 minute behind when last seen")).toBeVisible();
});
