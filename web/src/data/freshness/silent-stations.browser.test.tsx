import { getStation, listStations, type Station } from "@groundcrew/shared/stations";
import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { fakeClock } from "../../../test/clock.ts";
import { onlineStation, startFakeConsole } from "../../../test/fake-console.ts";
import type { FakeServer } from "../../../test/fake-server.ts";
import { openConsole } from "../../../test/open-console.tsx";

const STATION = "/stations/gc-000000000001";
const LIST = "/?stations-type=";
const HOUR_MS = 3_600_000;
/** Longer than the polling interval of the list and the time limit of its response. */
const OVERDUE_MS = 72_000;

/** Serves a station exactly as it is, without moving its times ahead. */
function serveStation(server: FakeServer, station: Station): void {
  server.on(getStation, async () => ({ status: 200 as const, body: station }));
  server.on(listStations, async () => ({
    status: 200 as const,
    body: [station],
    headers: { etag: '"1"', "x-as-of": new Date().toISOString() },
  }));
}

describe("a station that counts as online and has missed a report is shown as of its last report", () => {
  function openSilent(path: string) {
    const last_active = new Date(Date.now() - 90_000).toISOString();
    const station = onlineStation({ last_active, last_online: last_active });
    const server = startFakeConsole({ stations: [station] });
    serveStation(server, station);
    const { main } = openConsole(path);
    return { server, main };
  }

  test("on its page, until it reports again", async () => {
    const clock = fakeClock();
    const { server, main } = openSilent(STATION);
    await expect.element(main.getByText(/^ONLINEas of \d\d:\d\d:\d\d$/)).toBeVisible();
    await expect.element(main.getByText(/Active now, as of \d\d:\d\d:\d\d/)).toBeVisible();
    await expect.element(main.getByText(/^Last Online \dm ago$/)).toBeVisible();
    expect(main.getByRole("alert").elements()).toEqual([]);
    serveStation(server, onlineStation({ rev: 2 }));
    await clock.pass(15_000);
    await expect.element(main.getByText("ONLINE", { exact: true })).toBeVisible();
    await expect.element(main.getByText("Last Online now", { exact: true })).toBeVisible();
  });

  test("on its Edit tab", async () => {
    const { main } = openSilent(`${STATION}/edit`);
    await expect.element(main.getByText(/^Connected as of \d\d:\d\d:\d\d$/)).toBeVisible();
  });

  test("on the map", async () => {
    const { main } = openSilent(`${LIST}&stations-view=map`);
    const map = page.getByRole("region", { name: "Map of stations" });
    await expect.element(map.getByRole("button", { name: / as of \d\d:\d\d:\d\d: / })).toBeVisible();
    await expect.element(main.getByText(/^ONLINEas of \d\d:\d\d:\d\d$/)).toBeVisible();
    expect(main.getByRole("alert").elements()).toEqual([]);
  });
});

test("while the server does not answer, the page does not say that it still waits for a station", async () => {
  const clock = fakeClock();
  const server = startFakeConsole();
  serveStation(server, onlineStation({ last_active: null, last_online: null, last_online_status: false }));
  const { main } = openConsole(`${STATION}/edit`);
  await expect.element(main.getByText("Waiting for first contact")).toBeVisible();
  server.setFault("server");
  // The page polls every 3 s; a new poll must not abort the previous request.
  await clock.pass(40_000);
  await expect.element(main.getByRole("alert").first()).toMatchTextContent("Unable to contact the server");
  await expect.element(main.getByText(/^No contact as of \d\d:\d\d:\d\d$/)).toBeVisible();
});

test("a station that has not connected yet is requested every three seconds on its Edit tab", async () => {
  const clock = fakeClock();
  const server = startFakeConsole();
  serveStation(server, onlineStation({ last_online_status: false }));
  const { main } = openConsole(`${STATION}/edit`);
  await expect.element(main.getByText(/^Not connected/)).toBeVisible();
  const { length: before } = server.requestsTo(getStation);
  for (let requests = 1; requests <= 3; requests += 1) {
    await clock.pass(3_000);
    await expect.poll(() => server.requestsTo(getStation).length).toBe(before + requests);
  }
});

test("nothing looks live after the computer has slept; a clock that is set back changes no age", async () => {
  const clock = fakeClock();
  const server = startFakeConsole();
  const { main } = openConsole(LIST);
  const online = () => main.getByText("ONLINE", { exact: true });
  await expect.element(online()).toBeVisible();
  server.setFault("server");
  clock.sleep(2 * HOUR_MS);
  await expect.element(online()).not.toBeInTheDocument();
  server.setFault(null);
  await clock.pass(OVERDUE_MS);
  await expect.element(online()).toBeVisible();
  await expect.element(main.getByText(/^Updated \d+ s ago$/)).toBeVisible();
  clock.sleep(-24 * HOUR_MS);
  await clock.pass(11_000);
  await expect.element(online()).toBeVisible();
  await expect.element(main.getByText(/^Updated \d+ s ago$/)).toBeVisible();
});
