import type { ErrorGroup } from "@groundcrew/shared/error-groups";
import { HOUR_MS } from "@groundcrew/shared/lib";
import type { Station } from "@groundcrew/shared/stations";
import type { Page } from "@playwright/test";
import { expectLive, listRow } from "./live-steps.ts";
import { ADMIN } from "./station-steps.ts";
import { expect, test } from "./test.ts";

const AT_REST = { system: "IDLE", door: "closed", pad: "empty" };
/** A charger without a charged battery. */
const CHARGING = { charger_info: { batteries: [{ slot: 1, status: "CHARGING", charger_level: 55 }] } };

// @spec R1.5, R1.19
test("in an operator's shift, five stations become not ready for different reasons, which the list alone says at any width", async ({
  login,
  system,
}) => {
  const page = await login(ADMIN);
  const [stopped, empty, gripping, hot, broken, serviced] = await readyStations(page);
  for (const { name } of [stopped, empty, gripping, hot]) await skipHolds(page, name);
  const serials = [stopped, empty, gripping, hot, broken, serviced].map(({ serial_number: serial }) => serial);
  await page.goto(`/?stations-q=${encodeURIComponent(serials.join("|"))}`);
  await expectLive(page);
  const count = (state: string) =>
    page.getByRole("group", { name: "Readiness" }).getByRole("button", { name: state, exact: true });
  await expect(count("Ready 6")).toBeVisible();

  const links = [
    await system.impersonate(stopped.name),
    await system.impersonate(empty.name),
    await system.impersonate(gripping.name),
  ] as const;
  await system.reportTemperature(hot.name, 126);
  system.reportError(broken.name, "Gantry belt is torn");
  await blockByErrors(page, "gantry belt is torn");
  await startMaintenance(page, serviced.name);
  // As stations do, they report more than once: the end of the simulated station's connection may be noticed after a report.
  await expect(async () => {
    await links[0].report(0, { ...AT_REST, system: "ESTOP" });
    await links[1].report(0, AT_REST, CHARGING);
    await links[2].report(0, { ...AT_REST, left_grippers: "closed" });
    await expect(count("Not ready 5")).toBeVisible({ timeout: 3_000 });
  }).toPass();

  const reasons: [Station, state: string, reason: RegExp][] = [
    [stopped, "Not ready", /^System: ESTOP$/],
    [empty, "Not ready", /^No charged battery, next in (over )?\d+ (min|h)$/],
    [gripping, "Not ready", /^Left gripper closed$/],
    [hot, "Not ready", /^126°F inside$/],
    [broken, "Not ready", /^Gantry belt is torn \(Group \d+\)$/],
    [serviced, "", /^Maintenance until (\w{3} )?\d\d:\d\d$/],
  ];
  for (const width of [1440, 640, 310]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(count("Not ready 5")).toBeVisible();
    await expect(page.getByText("1 in maintenance")).toBeVisible();
    for (const [{ serial_number: serial }, state, reason] of reasons) {
      const row = listRow(page, serial);
      await row.scrollIntoViewIfNeeded();
      await expect(row).toContainText(state);
      const text = row.getByText(reason);
      await expect(text).toBeInViewport({ ratio: 1 });
      const isCut = await text.evaluate(
        ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
          scrollWidth > clientWidth || scrollHeight > clientHeight,
      );
      expect([serial, width, isCut]).toEqual([serial, width, false]);
    }
  }
  for (const link of links) await link.disconnect();
});

type Six = [Station, Station, Station, Station, Station, Station];

/** Six stations of customers that are ready. */
async function readyStations(page: Page): Promise<Six> {
  const isReady = ({ readiness, maintenance, station_type, actual, organization_name: name }: Station) =>
    actual &&
    station_type === "atlas" &&
    !name.startsWith("Groundcrew") &&
    maintenance === null &&
    readiness?.state === "ready";
  const ready = async () => {
    const stations: Station[] = await (await page.request.get("/api/stations")).json();
    return stations.filter(isReady);
  };
  await expect.poll(async () => (await ready()).length).toBeGreaterThanOrEqual(6);
  const [one, two, three, four, five, six] = await ready();
  if (!one || !two || !three || !four || !five || !six) throw new Error("Fewer stations are ready");
  return [one, two, three, four, five, six];
}

/** Has reasons of a station count at once, not only after the minutes for which they usually have to be true. */
async function skipHolds(page: Page, station: string): Promise<void> {
  const at_once = { hold_s: 0 };
  const rules = { rules: { system: at_once, no_battery: at_once, gripper: at_once, very_hot: at_once } };
  const data = { station_type: "atlas", org_id: null, station, rev: null, rules };
  expect((await page.request.put("/api/readiness/rules", { data })).status()).toBe(200);
}

/** Has a group of errors block its stations, once there is one. */
async function blockByErrors(page: Page, message: string): Promise<void> {
  const find = async () => {
    const reply = await page.request.get(`/api/error-groups?q=${encodeURIComponent(message)}`);
    const { groups }: { groups: ErrorGroup[] } = await reply.json();
    return groups[0];
  };
  await expect.poll(find).toBeDefined();
  const { id = 0, rev = 0 } = (await find()) ?? {};
  const data = { rev, effect: "block" };
  expect((await page.request.put(`/api/error-groups/${id}/readiness-effect`, { data })).status()).toBe(200);
}

async function startMaintenance(page: Page, station: string): Promise<void> {
  const data = { stations: [station], why: "Belt change", until: new Date(Date.now() + HOUR_MS).toISOString() };
  expect((await page.request.post("/api/maintenance", { data })).status()).toBe(201);
}
