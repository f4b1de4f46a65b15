import { QueryClientProvider } from "@tanstack/react-query";
import type { Answer, Input } from "@groundcrew/shared/contract";
import { listStations, type Station } from "@groundcrew/shared/stations";
import { useState } from "react";
import { describe, expect, onTestFinished, test } from "vitest";
import { page, type Locator } from "vitest/browser";
import { sampleStation } from "../../../../shared/test/sample-station.ts";
import { fakeClock } from "../../../test/clock.ts";
import { customer } from "../../../test/fake-console.ts";
import { startFakeServer } from "../../../test/fake-server.ts";
import { render } from "../../../test/render.tsx";
import { errorSentence } from "../api/index.ts";
import { makeQueryClient } from "../query-client.ts";
import type { ListPart } from "@groundcrew/shared/stations";
import { stationsKey } from "./parts.ts";
import { useFleet } from "./use-fleet.ts";

const MINUTE_MS = 60_000;

const station = (name: string, differences: Partial<Station> = {}) => sampleStation({ name, ...differences });
const NORTH = station("gc-000000000001", { serial_number: "North" });
const SOUTH = station("gc-000000000002", { serial_number: "South" });

/** The loaded stations by serial number, and what else is known of the list. */
function FleetView() {
  const [parts, setParts] = useState<readonly ListPart[]>([]);
  const { fleet, error, isPlaceholder, refresh } = useFleet({ user: customer, parts });
  const serials = [...(fleet?.stations.values() ?? [])].map(({ serial_number }) => serial_number);
  return (
    <>
      <p>{fleet ? `Stations: ${serials.join(", ")}` : "Loading"}</p>
      {isPlaceholder && <p>From another list</p>}
      {error && <p role="alert">{errorSentence(error)}</p>}
      <button onClick={() => void refresh()}>Refresh</button>
      <button onClick={() => setParts(["retired"])}>Include Retired</button>
      <button onClick={() => setParts([])}>Without Retired</button>
    </>
  );
}

type List = Answer<typeof listStations>;
type ListRequest = { query: Input<typeof listStations>["query"]; headers: Headers };

/** The response with some stations or changes; the list has a new tag and time each time. */
function list(body: (List & { status: 200 })["body"], second: number, isFull = false): List {
  const time = new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString();
  const headers = { etag: `"${second}"`, "x-as-of": time, ...(isFull && { "x-full": "1" }) };
  return { status: 200, body, headers };
}

/** Shows the fleet with a clock that the test can move forward. The first list has two stations. */
async function openFleet() {
  const clock = fakeClock();
  const server = startFakeServer();
  const received: ListRequest[] = [];
  let respond = async (): Promise<List> => list([NORTH, SOUTH], 1);
  server.on(listStations, async ({ query }, { headers }) => {
    received.push({ query, headers });
    return respond();
  });
  const client = makeQueryClient();
  onTestFinished(() => client.clear());
  const show = () =>
    render(
      <QueryClientProvider client={client}>
        <FleetView />
      </QueryClientProvider>,
    );
  show();
  await expect.element(stations("North, South")).toBeVisible();
  return {
    clock,
    client,
    /** Shows the fleet once more on the same page. */
    showAnother: show,
    received,
    /** The next lists are these. */
    setResponse: (next: () => Promise<List>) => void (respond = next),
  };
}

/** The text of the page while these stations are loaded. */
function stations(serials: string): Locator {
  return page.getByText(`Stations: ${serials}`, { exact: true });
}

async function fail(): Promise<never> {
  throw new TypeError("Failed to fetch");
}

const since = (request: ListRequest | undefined) => request?.query.filter_online_after;

describe("the fleet", () => {
  // @spec 177.1, 177.5, 309.4
  test("is requested again every 60 seconds, and then only what has changed since the last response", async () => {
    const { clock, received, setResponse } = await openFleet();
    expect(since(received[0])).toBeUndefined();
    expect(received[0]?.headers.get("if-none-match")).toBeNull();
    setResponse(async () => list([], 2));
    await clock.pass(MINUTE_MS - 15_000);
    expect(received).toHaveLength(1);
    await clock.pass(15_000);
    await expect.poll(() => received.length).toBe(2);
    expect(since(received[1])).toBe("2026-01-01T12:00:01.000Z");
    expect(received[1]?.headers.get("if-none-match")).toBe('"1"');
    expect(received[1]?.headers.get("x-background")).toBe("1");
    await clock.pass(MINUTE_MS);
    await expect.poll(() => received.length).toBe(3);
    expect(since(received[2])).toBe("2026-01-01T12:00:02.000Z");
    await expect.element(stations("North, South")).toBeVisible();
  });

  // @spec 177.3
  test("applies changes, and removes a station that is listed as removed", async () => {
    const { clock, setResponse } = await openFleet();
    setResponse(async () => list([{ ...SOUTH, rev: 2, serial_number: "South-West" }], 2));
    await clock.pass(MINUTE_MS);
    await expect.element(stations("North, South-West")).toBeVisible();
    setResponse(async () => list([{ name: NORTH.name, removed: true }], 3));
    await clock.pass(MINUTE_MS);
    await expect.element(stations("South-West")).toBeVisible();
  });

  // @spec 177.4
  test("stays as it is when nothing has changed, and the next request is from the same time", async () => {
    const { clock, received, setResponse } = await openFleet();
    setResponse(async () => ({ status: 304, body: null }));
    await clock.pass(MINUTE_MS);
    await expect.poll(() => received.length).toBe(2);
    await clock.pass(MINUTE_MS);
    await expect.poll(() => received.length).toBe(3);
    expect(since(received[2])).toBe(since(received[1]));
    await expect.element(stations("North, South")).toBeVisible();
  });

  test("is replaced when the server sends the whole list instead of the changes", async () => {
    const { clock, setResponse } = await openFleet();
    setResponse(async () => list([SOUTH], 2, true));
    await clock.pass(MINUTE_MS);
    await expect.element(stations("South")).toBeVisible();
  });

  test("is fully refreshed every ten minutes, which removes stations that are no longer in it", async () => {
    const { clock, received, setResponse } = await openFleet();
    setResponse(async () => list([SOUTH], 2));
    await clock.pass(9 * MINUTE_MS);
    await expect.poll(() => since(received.at(-1))).toBe("2026-01-01T12:00:02.000Z");
    await expect.element(stations("North, South")).toBeVisible();
    // The ten minutes begin with the response, so the tenth request may come just before they have passed.
    await clock.pass(2 * MINUTE_MS);
    await expect.element(stations("South")).toBeVisible();
    expect(received.slice(1).filter((request) => since(request) === undefined)).toHaveLength(1);
  });

  test("stays when a request fails; the next one is for the changes since the last response", async () => {
    const { clock, received, setResponse } = await openFleet();
    setResponse(fail);
    await clock.pass(MINUTE_MS);
    await expect.element(page.getByRole("alert")).toMatchTextContent("Unable to contact the server");
    await expect.element(stations("North, South")).toBeVisible();
    setResponse(async () => list([{ ...SOUTH, rev: 2, serial_number: "South-West" }], 2));
    await clock.pass(MINUTE_MS);
    await expect.element(stations("North, South-West")).toBeVisible();
    expect(since(received.at(-1))).toBe("2026-01-01T12:00:01.000Z");
    await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  });

  test("is fully refreshed after five minutes without a response", async () => {
    const { clock, received, setResponse } = await openFleet();
    setResponse(fail);
    await clock.pass(5 * MINUTE_MS);
    await expect.poll(() => received.length).toBe(6);
    setResponse(async () => list([SOUTH], 2));
    await clock.pass(MINUTE_MS);
    await expect.element(stations("South")).toBeVisible();
    expect(since(received.at(-1))).toBeUndefined();
  });

  test("shows the previous list while one with other parts is loaded, and then replaces it", async () => {
    const { received, setResponse } = await openFleet();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    setResponse(async () => {
      await released;
      return list([NORTH, SOUTH, station("gc-000000000003", { serial_number: "Retired" })], 2);
    });
    await page.getByRole("button", { name: "Include Retired" }).click();
    await expect.element(page.getByText("From another list")).toBeVisible();
    await expect.element(stations("North, South")).toBeVisible();
    release();
    await expect.element(stations("North, South, Retired")).toBeVisible();
    expect(received[1]?.query).toMatchObject({ include_retired: true });
    expect(since(received[1])).toBeUndefined();
    await expect.element(page.getByText("From another list")).not.toBeInTheDocument();

    // The first list is outdated by now.
    setResponse(async () => list([{ name: SOUTH.name, removed: true }], 3));
    await page.getByRole("button", { name: "Without Retired" }).click();
    await expect.element(stations("North")).toBeVisible();
    expect(since(received[2])).toBe("2026-01-01T12:00:01.000Z");
  });

  test("is requested at once by a refresh, which replaces a request that is running", async () => {
    const { received, setResponse } = await openFleet();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    setResponse(async () => {
      await released;
      return list([NORTH], 2, true);
    });
    const refresh = page.getByRole("button", { name: "Refresh" });
    await refresh.click();
    await expect.poll(() => received.length).toBe(2);
    setResponse(async () => list([SOUTH], 3, true));
    await refresh.click();
    await expect.element(stations("South")).toBeVisible();
    release();
    await expect.element(stations("South")).toBeVisible();
  });

  test("with other parts on the same page does not mark it as outdated, and one that is not displayed is marked", async () => {
    const { clock, client, received, showAnother } = await openFleet();
    const marks = () =>
      client
        .getQueryCache()
        .findAll({ queryKey: stationsKey })
        .map(({ state }) => state.isInvalidated);
    showAnother();
    await page.getByRole("button", { name: "Include Retired" }).last().click();
    await expect.poll(marks).toEqual([false, false]);
    await clock.pass(MINUTE_MS);
    await expect.poll(() => received.length).toBe(4);
    await expect.poll(() => client.isFetching()).toBe(0);
    expect(marks()).toEqual([false, false]);
    await page.getByRole("button", { name: "Include Retired" }).first().click();
    await clock.pass(MINUTE_MS);
    await expect.poll(marks).toEqual([true, false]);
  });
});
