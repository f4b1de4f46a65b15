import { listAlerts, muteAlert, type Alert } from "@groundcrew/shared/alerts";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { sampleAlert } from "../../../../shared/test/sample-alert.ts";
import { serveAlerts } from "../../../test/fake-alerts.ts";
import { admin, customer, startFakeConsole } from "../../../test/fake-console.ts";
import { ownedBy } from "../../../test/fake-ownership.ts";
import { Rejection } from "../../../test/fake-server.ts";
import { dialog, listRows } from "../../../test/find.ts";
import { openConsole, resizeWindow } from "../../../test/open-console.tsx";

const outage = sampleAlert();
const battery = sampleAlert({
  id: 4801,
  kind: "battery_error",
  title: "Battery Error in slot 5",
  detail: "",
  subject: { kind: "station", station: "gc-000000000031" },
  station_title: "Atlas 0031",
  organization: "Meridian Energy",
  site: "Midland, Array 4",
  stations: 1,
  children: 0,
  other_owner: { owner: "Meridian Energy", since: new Date(Date.now() - 240_000).toISOString(), acknowledged: true },
});
const clock = sampleAlert({
  id: 4700,
  section: "muted",
  kind: "clock_skew",
  severity: "warning",
  title: "Clock is 94 s ahead",
  detail: "",
  subject: { kind: "station", station: "gc-000000000044" },
  station_title: "Atlas 0044",
  stations: 1,
  children: 0,
  muted: { until: new Date(Date.now() + 86_400_000).toISOString(), by: "Lee Tran", why: "waits for 1.4.4" },
});
const camera = sampleAlert({
  id: 4650,
  section: "acknowledged",
  kind: "camera_missing",
  severity: "warning",
  title: "camera_roof is missing",
  detail: "",
  stations: 1,
  children: 0,
  owner: ownedBy(2),
});
const disk = sampleAlert({
  id: 4640,
  kind: "external",
  title: "Disk full on db1",
  detail: "2 % are left.",
  subject: { kind: "external" },
  org_id: null,
  organization: null,
  site: null,
  stations: 0,
  children: 0,
});
const alerts = [outage, battery, camera, clock];

const open = listRows("Needs a person");
const acknowledged = listRows("Acknowledged");
const muted = listRows("Muted");
const nav = page.getByRole("navigation", { name: "Main" });
const PATH = "/attention";

function openAlerts(served: readonly Alert[] = alerts, path = PATH) {
  const server = startFakeConsole();
  const known = serveAlerts(server, served);
  return { server, known, ...openConsole(path) };
}

describe("Attention", () => {
  test("lists what needs a person first, then what is acknowledged and muted", async () => {
    openAlerts();
    await expect
      .element(open.first())
      .toMatchTextContent(/Site outage: Reno.*Skyline Logistics · All 4 stations offline.*Urgent.*4\s*stations/s);
    await expect
      .element(open.nth(1))
      .toMatchTextContent(/Atlas 0031 · Meridian Energy · Midland, Array 4 · Acknowledged by Meridian Energy, 4m/);
    await expect.element(acknowledged).toMatchTextContent(/camera_roof is missing.*Lee Tran/s);
    await expect.element(muted).toMatchTextContent(/Clock is 94 s ahead.*Lee Tran: waits for 1\.4\.4/s);
    await expect.element(nav.getByRole("link", { name: /^Attention/ })).toMatchTextContent(/2/);
    await expect.element(page.getByText("6 resolved on their own today.")).toBeVisible();
  });

  test("counts no stations beside an alert of another system", async () => {
    openAlerts([disk]);
    await expect.element(open).toMatchTextContent(/Disk full on db1/);
    expect(open.element().textContent).not.toMatch(/\bstations?\b/);
  });

  test("opens a row with its stations and why it is one alert, which the address says", async () => {
    const { router, server } = openAlerts();
    await page.getByRole("link", { name: "Site outage: Reno" }).click();
    await expect.poll(() => router.history.location.href).toBe("/attention/4812");
    await expect.element(page.getByText("4 stations, 3 more alerts grouped into it")).toBeVisible();
    await expect.element(page.getByText("Also: swaps stalled, camera missing")).toBeVisible();
    await expect.element(page.getByText(/^All 4 stations of this site went silent/)).toBeVisible();
    await expect.element(page.getByText("Nobody has been notified of this alert.")).toBeVisible();
    await page.getByRole("button", { name: "Collapse Site outage: Reno" }).click();
    await expect.poll(() => router.history.location.href).toBe("/attention");
    expect(server.problems).toEqual([]);
  });

  test("shows an alert of the address that is not in the list, and says when there is none", async () => {
    const ended = sampleAlert({
      id: 9,
      section: "ended",
      title: "Too hot inside",
      ended: "2026-11-21T10:30:00.000Z",
      reason: "80°F again",
    });
    const { router } = openAlerts([...alerts, ended], "/attention/9");
    await expect.element(page.getByRole("table", { name: "Ended" })).toMatchTextContent(/Too hot inside.*80°F again/s);
    await router.navigate({ to: "/attention/{-$alert}", params: { alert: "77" } });
    await expect.element(page.getByText("There is no such alert.")).toBeVisible();
  });

  test("is used with the keyboard: J and K move, A acknowledges, M mutes, Enter opens", async () => {
    const { router, server } = openAlerts();
    await expect.element(open.first()).toBeVisible();
    await userEvent.keyboard("jj");
    await expect.element(page.getByRole("link", { name: "Battery Error in slot 5" })).toHaveFocus();
    await userEvent.keyboard("ka");
    // Rows do not move under the focus.
    await expect.element(open.first()).toMatchTextContent(/Site outage: Reno.*You/s);
    await userEvent.keyboard("j{Enter}");
    await expect.poll(() => router.history.location.href).toBe("/attention/4801");
    await userEvent.keyboard("m");
    await dialog().getByRole("radio", { name: "Tomorrow 08:00" }).click();
    await dialog().getByRole("button", { name: "Mute", exact: true }).click();
    expect(server.requestsTo(muteAlert)).toHaveLength(0);
    await dialog().getByRole("textbox", { name: "Why" }).fill("Cooler is replaced");
    await dialog().getByRole("button", { name: "Mute", exact: true }).click();
    await expect.poll(() => server.requestsTo(muteAlert).length).toBe(1);
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test("keeps its rows in place while the pointer is on them, and says how many are new", async () => {
    const { known } = openAlerts();
    await open.first().hover();
    known.set(1, sampleAlert({ id: 1, title: "Offline: Atlas 0040" }));
    const refresh = page.getByRole("button", { name: "Refresh" }).element();
    // A press of the pointer would move it off the list.
    if (refresh instanceof HTMLElement) refresh.click();
    await expect.element(page.getByRole("button", { name: "New: 1" })).toBeVisible();
    expect(open.length).toBe(2);
    await page.getByRole("button", { name: "New: 1" }).click();
    await expect.poll(() => open.length).toBe(3);
  });

  test("unmutes an alert with one press", async () => {
    openAlerts();
    await muted.getByRole("button", { name: /^Unmute/ }).click();
    await page.getByRole("heading", { level: 1 }).hover();
    await expect.poll(() => open.length).toBe(3);
  });

  test("is filtered by owner, kind and text, as the address says", async () => {
    const { router } = openAlerts();
    await page.getByRole("button", { name: "Unassigned 2" }).click();
    await page.getByRole("button", { name: "Kind: All" }).click();
    await page.getByRole("menuitemradio", { name: "Battery error" }).click();
    await expect.poll(() => router.history.location.href).toBe("/attention?at-own=unassigned&at-kind=battery_error");
    await expect.poll(() => open.length).toBe(1);
    await userEvent.keyboard("/");
    await userEvent.keyboard("nothing like it{Enter}");
    await expect.element(page.getByText("No matching alerts")).toBeVisible();
    await page.getByRole("button", { name: "Clear Filters" }).click();
    await expect.poll(() => router.history.location.href).toBe("/attention");
  });

  test("marks what began within a day as new, and is sorted as the address says", async () => {
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    const fresh = { ...battery, since: ago(23) };
    const { router } = openAlerts([fresh, { ...outage, since: ago(25) }]);
    await expect.element(open.first()).toMatchTextContent(/^New\s*Battery Error in slot 5/);
    await expect.element(open.nth(1)).toMatchTextContent(/^Site outage: Reno/);
    await page.getByRole("button", { name: "Sort: New first" }).click();
    await page.getByRole("menuitemradio", { name: "Oldest" }).click();
    await expect.poll(() => router.history.location.href).toBe("/attention?at-sort=oldest");
    await expect.element(open.first()).toMatchTextContent(/^Site outage: Reno/);
  });

  test("offers a search of ended alerts when none matches, and still says how many ended", async () => {
    const ended = sampleAlert({ id: 9, section: "ended", ended: "2026-11-21T10:30:00.000Z", title: "Too hot inside" });
    const { router } = openAlerts([...alerts, ended], "/attention?at-q=too hot");
    await expect.element(page.getByText("No matching alerts")).toBeVisible();
    await expect.element(page.getByText("6 resolved on their own today.")).toBeVisible();
    await page.getByRole("button", { name: "Search Ended Alerts" }).click();
    await expect.element(page.getByRole("table", { name: "Ended" })).toMatchTextContent(/Too hot inside/);
    expect(router.history.location.search).toContain("at-section=ended");
  });

  test("says what is watched when nothing is active, although something is muted", async () => {
    openAlerts([clock]);
    await expect.element(page.getByText("Nothing needs you")).toBeVisible();
    await expect.element(page.getByText(/^248 of 250 stations are watched by 11 rules\./)).toBeVisible();
    await expect.element(muted).toBeVisible();
    await expect.element(nav.getByRole("link", { name: "Attention" })).not.toMatchTextContent(/\d/);
  });

  test("that could not be loaded is loaded again with Reload", async () => {
    const { server } = openAlerts();
    server.on(listAlerts, async () => {
      throw new Rejection(500, "The server could not do this.");
    });
    await expect.element(page.getByText("Loading alerts failed")).toBeVisible();
    serveAlerts(server, alerts);
    await page.getByRole("button", { name: "Reload" }).click();
    await expect.element(open.first()).toBeVisible();
  });
});

test("the link of a message asks whether to acknowledge, and changes nothing before", async () => {
  const { known, router } = openAlerts(alerts, "/attention/4812?acknowledge");
  await expect.element(page.getByRole("heading", { name: "Site outage: Reno" })).toBeVisible();
  expect(known.get(4812)?.owner).toBeNull();
  await page.getByRole("button", { name: "Acknowledge as Kari Nilsen" }).click();
  await expect.poll(() => router.history.location.href).toBe("/attention/4812");
  await expect.element(acknowledged.first()).toMatchTextContent(/Site outage: Reno.*You/s);
});

test("a customer reads what they can do, and neither who was notified nor kinds of the support", async () => {
  const server = startFakeConsole({ user: customer });
  serveAlerts(server, [{ ...outage, organization: "Harbor Air" }]);
  openConsole("/attention/4812");
  await expect.element(page.getByText(/^Check power and network at the site\./)).toBeVisible();
  await expect.element(page.getByText("Not acknowledged yet.")).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Notified" })).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Kind: All" }).click();
  await expect.element(page.getByRole("menuitemradio", { name: "Error group" })).not.toBeInTheDocument();
  expect(server.problems).toEqual([]);
});

test("staff without admin rights read the organization and who was notified, and none of what is for customers", async () => {
  const server = startFakeConsole({ user: { ...admin, can_admin: false, can_manage: false } });
  serveAlerts(server, alerts);
  openConsole("/attention/4812");
  await expect.element(open.first()).toMatchTextContent(/Skyline Logistics · All 4 stations offline/);
  await expect.element(page.getByText("Nobody has been notified of this alert.")).toBeVisible();
  await expect.element(page.getByText("What You Can Do")).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: "Organization: All" })).not.toBeInTheDocument();
  expect(server.problems).toEqual([]);
});

test("only an alert whose condition has ended gets a check mark, and a flapping one says since when it is back", async () => {
  const ended = { ended: "2026-11-21T10:19:12.000Z", section: "ended" as const };
  const calm = { section: "calm" as const, flapping: true, calm_since: "2026-11-21T10:19:12.000Z" };
  const { router } = openAlerts([
    sampleAlert({ ...ended, id: 1, end_cause: "condition" }),
    sampleAlert({ ...ended, id: 2, end_cause: "rule" }),
    sampleAlert({ ...calm, id: 3 }),
  ]);
  await expect.element(page.getByTitle(/^Back since .*, may flap$/)).toBeVisible();
  await router.navigate({ to: "/attention", search: { "at-section": "ended" } });
  const rows = listRows("Ended");
  await expect.poll(() => rows.length).toBe(2);
  await expect.element(rows.first().getByTitle(/^Resolved on its own /)).toBeVisible();
  await expect.element(rows.nth(1).getByTitle(/^Ended /)).toBeVisible();
});

test("an alert that has ended says how long it lasted", async () => {
  const ended = { ended: "2026-11-21T10:19:12.000Z", reason: "Online again", section: "ended" as const };
  openAlerts([sampleAlert(ended)], "/attention?at-section=ended");
  const row = listRows("Ended");
  await expect.element(row).toMatchTextContent(/Ended.*12m.*Online again/s);
});

test("the alert of a link that is far down is shown with its details", async () => {
  await resizeWindow(1440);
  const others = Array.from({ length: 20 }, (_, nth) => sampleAlert({ id: 4000 + nth, title: `Alert ${nth}` }));
  openAlerts([...others, outage], "/attention/4812");
  const details = page.getByText("Also: swaps stalled, camera missing");
  await expect.element(details).toBeVisible();
  await expect.poll(() => details.element().getBoundingClientRect().bottom).toBeLessThan(window.innerHeight);
});

test("the pages fit every width", async () => {
  openAlerts(alerts, "/attention/4812");
  await expect.element(page.getByText("Also: swaps stalled, camera missing")).toBeVisible();
  for (const width of [1180, 981, 980, 641, 640, 400, 310]) {
    await resizeWindow(width);
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  }
});
