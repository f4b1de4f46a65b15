import { HOUR_MS } from "@groundcrew/shared/lib";
import {
  endCurrentMaintenance,
  extendMaintenance,
  getMaintenance,
  startMaintenance,
  type MaintenanceWindow,
} from "@groundcrew/shared/maintenance";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { getStation, type Station } from "@groundcrew/shared/stations";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { sampleAlert } from "../../../shared/test/sample-alert.ts";
import { sampleMaintenance } from "../../../shared/test/sample-maintenance.ts";
import { admin, customer, onlineStation, startFakeConsole } from "../../test/fake-console.ts";
import { serveAlerts } from "../../test/fake-alerts.ts";
import { serveMaintenance } from "../../test/fake-maintenance.ts";
import { Rejection } from "../../test/fake-server.ts";
import { STATION_PATH } from "../../test/fake-station-page.ts";
import { dialog } from "../../test/find.ts";
import { openConsole } from "../../test/open-console.tsx";

const hours = (count: number) => new Date(Date.now() + count * HOUR_MS).toISOString();
const running = sampleMaintenance({ from: hours(-1), until: hours(2) });
const { id, why, by, from, until } = running;
const maintained = (differences: Partial<Station> = {}) =>
  onlineStation({ maintenance: { id, why, by, from, until }, ...differences });

type Opening = { station?: Station; windows?: MaintenanceWindow[]; errors?: number; user?: SessionUser; path?: string };

function open({
  station = maintained(),
  windows = [running],
  errors = 0,
  user = admin,
  path = STATION_PATH,
}: Opening = {}) {
  const server = startFakeConsole({ user, stations: [station] });
  const known = serveMaintenance(server, windows, errors);
  return { server, known, ...openConsole(path) };
}

const banner = page.getByRole("region", { name: "Maintenance under way" });
const card = page.getByRole("region", { name: "Maintenance", exact: true });
const button = (name: string) => page.getByRole("button", { name, exact: true });

describe("the page of a station in maintenance", () => {
  test("says until when, how long that is, who started it and why", async () => {
    open();
    await expect.element(banner).toMatchTextContent(/In maintenance until .*, 2 h left/);
    await expect.element(banner).toMatchTextContent(/Ana Ruiz, since .*: Gantry belt and rails/);
  });

  test("names the provider's support to customers, who cannot change it unless they manage the organization", async () => {
    open({ user: customer, station: maintained({ maintenance: { id, why, by: null, from, until } }) });
    await expect.element(banner).toMatchTextContent(/Groundcrew Support, since/);
    await expect.element(card.getByRole("listitem")).toBeVisible();
    expect([button("Extend").query(), button("End Now").query(), button("Plan").query()]).toEqual([null, null, null]);
  });

  test("has nothing above its tabs when it is in none", async () => {
    open({ station: onlineStation(), windows: [] });
    await expect.element(card).toMatchTextContent(/No maintenance yet/);
    expect(banner.query()).toBeNull();
  });

  test("ends it, and resolves its errors as an admin chooses", async () => {
    const { server, known } = open({ errors: 14 });
    await button("End Now").click();
    await expect.element(dialog()).toMatchTextContent(/14 errors recorded in these .* are open/);
    await expect.element(dialog()).toMatchTextContent(/Solution: “Maintenance by Ana Ruiz: Gantry belt and rails”/);
    await dialog().getByRole("radio", { name: "Keep them for triage" }).click();
    server.on(getStation, async () => ({ status: 200 as const, body: onlineStation({ rev: 2 }) }));
    await dialog().getByRole("button", { name: "End Now" }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(server.requestsTo(endCurrentMaintenance).map(({ body }) => body)).toEqual([
      { windows: [{ id: 7, seen_until: running.until }], errors: "triage" },
    ]);
    expect(known.get(7)?.ended_by).toBe("Kari Nilsen");
    // The button is gone with the banner; the tabs follow it.
    const tabs = page.getByRole("navigation", { name: "Station" });
    await expect.element(tabs.getByRole("link", { name: "Overview" })).toHaveFocus();
  });

  test("says in the dialog why it could not be ended", async () => {
    const { server } = open();
    server.on(endCurrentMaintenance, async () => {
      throw new Rejection(412, "Atlas 0001: This maintenance was changed.");
    });
    await button("End Now").click();
    await dialog().getByRole("button", { name: "End Now" }).click();
    await expect.element(dialog().getByRole("alert")).toMatchTextContent(/was changed\./);
  });

  test("is not ended before it is known how many of its errors are open", async () => {
    const { server } = open({ errors: 2 });
    const { promise, resolve } = Promise.withResolvers<void>();
    server.on(getMaintenance, async () => {
      await promise;
      const during = { errors: 2, errors_open: 2, offline_times: 0, offline_s: 0 };
      return { status: 200 as const, body: { ...running, ...during } };
    });
    await button("End Now").click();
    await expect.element(dialog().getByRole("button", { name: "End Now" })).toBeDisabled();
    resolve();
    await expect.element(dialog().getByRole("radio", { name: /resolve them/ })).toBeChecked();
    await dialog().getByRole("button", { name: "End Now" }).click();
    await expect
      .poll(() => server.requestsTo(endCurrentMaintenance).map(({ body }) => body))
      .toMatchObject([{ errors: "resolve" }]);
  });

  test("leaves an open dialog open when someone else ends it, and says who did", async () => {
    const { server, known, client } = open();
    await button("Extend").click();
    await dialog().getByRole("radio", { name: "Other…" }).click();
    known.set(7, { ...running, ended_at: hours(0), ended_by: "Lee Tran", rev: 2 });
    server.on(getStation, async () => ({ status: 200 as const, body: onlineStation({ rev: 2 }) }));
    await client.invalidateQueries();
    await expect.element(banner).not.toBeInTheDocument();
    await expect.element(dialog()).toMatchTextContent(/Lee Tran ended this maintenance at \d\d:\d\d\./);
    await expect.element(dialog().getByRole("radio", { name: "Other…" })).toBeChecked();
    await expect.element(dialog().getByRole("button", { name: "Extend" })).toBeDisabled();
    await expect.element(dialog()).not.toMatchTextContent(/It ends at|Until \d/);
  });

  test("offers nothing in the dialog that ends it when someone else has ended it", async () => {
    const { known, client } = open({ errors: 14 });
    await button("End Now").click();
    await expect.element(dialog().getByRole("radio", { name: /resolve them/ })).toBeChecked();
    known.set(7, { ...running, ended_at: hours(0), ended_by: "Lee Tran", rev: 2 });
    await client.invalidateQueries();
    await expect.element(dialog()).toMatchTextContent(/Lee Tran ended this maintenance at \d\d:\d\d\./);
    await expect.element(dialog().getByRole("button", { name: "End Now" })).toBeDisabled();
    await expect.element(dialog()).not.toMatchTextContent(/Alerts and triage resume|What should happen/);
  });

  test("is extended from the end that someone else has given it meanwhile", async () => {
    const { server, known } = open();
    await button("Extend").click();
    await dialog().getByRole("radio", { name: "+4 h" }).click();
    const moved = { ...running, until: hours(3), rev: 2 };
    known.set(7, moved);
    server.on(extendMaintenance, async () => {
      throw new Rejection(412, "Atlas 0001: This maintenance was changed.");
    });
    await dialog().getByRole("button", { name: "Extend" }).click();
    await expect.element(dialog()).toMatchTextContent(/Its end was changed to \d\d:\d\d\./);
    await dialog().getByRole("button", { name: "Extend" }).click();
    const until = new Date(Date.parse(moved.until) + 4 * HOUR_MS).toISOString();
    await expect
      .poll(() => server.requestsTo(extendMaintenance).at(-1)?.body)
      .toEqual({ windows: [{ id: 7, seen_until: moved.until, until }] });
  });

  test("shows times of the station's clocks, and says of which zone they are", async () => {
    const station = maintained({ location: { lat: 52.5, lng: 13.4, street_address: null } });
    open({ station });
    await button("Extend").click();
    await expect.element(dialog()).toMatchTextContent(/Europe\/Berlin/);
  });

  test("says what happened during it, and what is still wrong when it is ended", async () => {
    const { server } = open({ errors: 14 });
    const hot = sampleAlert({ section: "maintenance", title: "113°F inside, limit 104°F" });
    serveAlerts(server, [hot]);
    const figures = page.getByRole("region", { name: "During this maintenance" });
    await expect.element(figures).toMatchTextContent(/Errors14.*OfflineNever/);
    await expect.element(figures.getByRole("link", { name: hot.title })).toBeVisible();
    await button("End Now").click();
    await expect.element(dialog()).toMatchTextContent(/Still wrong: 113°F inside, limit 104°F\./);
  });

  test("is extended with one press in its last minutes", async () => {
    const ending = { ...running, until: hours(0.2) };
    const { known } = open({ station: maintained({ maintenance: ending }), windows: [ending] });
    await button("Extend by 4 h").click();
    await expect.poll(() => known.get(7)?.until).toBe(new Date(Date.parse(ending.until) + 4 * HOUR_MS).toISOString());
  });

  test("extends it", async () => {
    const { known } = open();
    await button("Extend").click();
    await dialog().getByRole("radio", { name: "+4 h" }).click();
    await dialog().getByRole("button", { name: "Extend" }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    // From the end there was, which is in two hours.
    const end = Date.parse(known.get(7)?.until ?? "") - Date.now();
    expect(Math.round(end / HOUR_MS)).toBe(6);
  });
});

describe("maintenance of a station", () => {
  test("is planned, listed, and canceled", async () => {
    const { known } = open({ station: onlineStation(), windows: [] });
    await button("Plan").click();
    await dialog().getByRole("textbox", { name: "Why" }).fill("Firmware 1.4.4");
    await dialog().getByRole("button", { name: "Plan Maintenance" }).click();
    await expect.element(card.getByRole("listitem")).toMatchTextContent(/Kari Nilsen.*Firmware 1.4.4.*Planned/);
    await card.getByRole("button", { name: /^Cancel/ }).click();
    await card.getByRole("button", { name: /^Are You Sure/ }).click();
    await expect.poll(() => known.get(1)?.ended_by).toBe("Kari Nilsen");
  });

  test("is started from its row, and an overlap is named", async () => {
    const { server } = open({ station: onlineStation(), windows: [], path: "/" });
    await page.getByRole("button", { name: /^Details of/ }).click();
    await button("Maintenance").click();
    await dialog().getByRole("button", { name: "Start Maintenance" }).click();
    await expect.element(dialog()).toMatchTextContent(/Say why the station is in maintenance\./);
    server.on(startMaintenance, async () => {
      throw new Rejection(409, "Atlas 0001: already in maintenance until 16:00 by Ana Ruiz.");
    });
    await dialog().getByRole("textbox", { name: "Why" }).fill("New belt");
    await dialog().getByRole("button", { name: "Start Maintenance" }).click();
    await expect.element(dialog().getByRole("alert")).toMatchTextContent(/already in maintenance/);
  });
});

test("maintenance of several stations ends with one press, from the selection; its dialogs show caution tags", async () => {
  const maintenance = (nth: number) => ({ id: nth, why, by, from, until });
  const station = (nth: number) =>
    onlineStation({
      name: `gc-00000000000${nth}`,
      serial_number: `Atlas 000${nth}`,
      maintenance: maintenance(nth),
      cautions: ["crane-nearby"],
    });
  const server = startFakeConsole({ stations: [station(1), station(2)] });
  serveMaintenance(
    server,
    [1, 2].map((nth) => sampleMaintenance({ id: nth, station: `gc-00000000000${nth}`, until })),
  );
  openConsole("/?stations-type=&stations-sort=serial_number");
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await page.getByRole("button", { name: "Select all 2" }).click();
  await button("More").click();
  await page.getByRole("menuitem", { name: "Extend Maintenance" }).click();
  await expect.element(dialog()).toMatchTextContent(/Tagged crane-nearby: Atlas 0001 and Atlas 0002/);
  await dialog().getByRole("button", { name: "Go Back" }).click();
  await button("More").click();
  await page.getByRole("menuitem", { name: "End Maintenance", exact: true }).click();
  await expect.element(dialog()).toMatchTextContent(/Tagged crane-nearby: Atlas 0001 and Atlas 0002/);
  await expect.element(dialog()).toMatchTextContent(/2 stations.*Alerts and triage resume for these stations\./);
  await dialog().getByRole("button", { name: "End Now" }).click();
  await expect
    .poll(() => server.requestsTo(endCurrentMaintenance).map(({ body }) => body))
    .toEqual([{ windows: expect.arrayContaining([1, 2].map((id) => ({ id, seen_until: until }))), errors: "resolve" }]);
});

test("maintenance of a station is started with the others at its site, and without those that are in maintenance already", async () => {
  const station = (nth: number, differences: Partial<Station> = {}) =>
    onlineStation({ name: `gc-00000000000${nth}`, serial_number: `Atlas 000${nth}`, ...differences });
  const elsewhere = { lat: 10, lng: 10, street_address: null };
  const stations = [
    station(1),
    station(2),
    maintained({ ...station(3), maintenance: running }),
    station(4, { location: elsewhere }),
  ];
  const server = startFakeConsole({ stations });
  serveMaintenance(server);
  openConsole("/?stations-type=");
  await page.getByRole("button", { name: "Details of Atlas 0001" }).click();
  await button("Maintenance").click();
  await expect.element(dialog()).toMatchTextContent(/1 station.*Atlas 0001 .*Harbor Air/);
  await dialog().getByRole("checkbox", { name: "Also the other station of this site: Atlas 0002" }).click();
  await dialog().getByRole("button", { name: "Add stations" }).click();
  await page.getByRole("checkbox", { name: /^Atlas 0003/ }).click();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).toMatchTextContent(/Atlas 0003 is left out: it is already in maintenance until/);
  await dialog().getByRole("textbox", { name: "Why" }).fill("New belt");
  await dialog().getByRole("button", { name: "Start Maintenance" }).click();
  await expect
    .poll(() => server.requestsTo(startMaintenance).map(({ body }) => body))
    .toMatchObject([{ stations: ["gc-000000000001", "gc-000000000002"], why: "New belt" }]);
});

describe("the list", () => {
  test("shows maintenance in the row, in its group and above, and counts its errors like others", async () => {
    const support_metrics = {
      errors_unresolved: 14,
      error_latest: null,
      supportlog: { incident_needs_action: 0, incident_pending: 0, incident_pending_urgent: 0 },
    };
    open({ station: maintained({ support_metrics }), path: "/?stations-group=organization" });
    const items = page.getByRole("list", { name: "Stations" }).getByRole("listitem");
    await expect.element(items.nth(1)).toMatchTextContent(/Maintenance until /);
    await expect.element(items.nth(1).getByTitle(/Ana Ruiz: Gantry belt and rails$/)).toBeVisible();
    await expect.element(items.first()).toMatchTextContent(/1 with errors · 1 in maintenance/);
    await expect.element(button("Maintenance: 1")).toBeVisible();
    await expect.element(button("Error: 1, in maintenance")).toBeVisible();
  });

  test("is filtered by it", async () => {
    const { router } = open({ path: "/" });
    await button("Maintenance: 1").click();
    await expect.poll(() => router.history.location.href).toContain("stations-f-maint=1");
  });
});
