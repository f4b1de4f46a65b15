import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { revisionsHash, revisionsTag } from "@groundcrew/shared/live";
import { getStation, namesHash, type Station } from "@groundcrew/shared/stations";
import { useLayoutEffect, type ReactNode } from "react";
import { describe, expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { fakeClock } from "../../../test/clock.ts";
import { customer } from "../../../test/fake-console.ts";
import { at, NORTH, serveStations, SOUTH } from "../../../test/live-stations.ts";
import { render } from "../../../test/render.tsx";
import { reloadCall } from "../api/index.ts";
import { stationsKey } from "./parts.ts";
import { liveOf, useStartLive } from "../live/index.ts";
import { makeQueryClient } from "../query-client.ts";
import type { ListPart } from "@groundcrew/shared/stations";
import { useFleet, useNewestRow } from "./use-fleet.ts";

const MINUTE_MS = 60_000;

/** The loaded stations by serial number, and whether they are current. */
function FleetView({ tab, parts }: { tab: string; parts: readonly ListPart[] }) {
  const { fleet, freshness } = useFleet({ user: customer, parts });
  const serials = [...(fleet?.stations.values() ?? [])].map(({ serial_number }) => serial_number);
  useStartLive(customer);
  return (
    <p>
      {tab}: {serials.join(", ")} ({freshness.kind})
    </p>
  );
}

/** A console that is live, whether or not it displays a list. */
function LiveConsole() {
  useStartLive(customer);
  return null;
}

function CountView() {
  const { fleet } = useFleet({ user: customer, parts: [] });
  return <p>{fleet?.stations.size ?? 0} stations</p>;
}

/** How long it takes to display a long list. */
const SLOW_MS = 100;

/** A list that takes long to display, so that it follows changes only now and then, and its rows. */
function SlowFleetView() {
  const { fleet } = useFleet({ user: customer, parts: [] });
  useStartLive(customer);
  const rows = [...(fleet?.stations.values() ?? [])];
  useLayoutEffect(() => {
    const startMs = performance.now();
    while (performance.now() - startMs < SLOW_MS);
  });
  return (
    <>
      <p>List: {rows.map(({ serial_number }) => serial_number).join(", ")}</p>
      {rows.map((row) => (
        <Row key={row.name} row={row} />
      ))}
    </>
  );
}

function Row({ row }: { row: Station }) {
  return <p>Row: {useNewestRow(row).serial_number}</p>;
}

/** A server with two stations, whose list and stream the test controls, and the page's clock. */
function startServer() {
  return { clock: fakeClock(), ...serveStations() };
}

/** Opens a tab of the browser that shows the list. */
function openTab(tab: string, parts: readonly ListPart[] = []): { client: QueryClient; close: () => void } {
  return open(<FleetView tab={tab} parts={parts} />);
}

function open(view: ReactNode): { client: QueryClient; close: () => void } {
  const client = makeQueryClient();
  onTestFinished(() => client.clear());
  const close = render(<QueryClientProvider client={client}>{view}</QueryClientProvider>);
  return { client, close };
}

const shows = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible();

async function openList() {
  const opened = startServer();
  const { client } = openTab("List");
  await shows("List: North, South (live)");
  await expect.poll(() => opened.live.open().length).toBe(1);
  return { ...opened, client };
}

const changed = (serial_number: string, rev: number) => ({ ...SOUTH, rev, serial_number });

describe("a list that is shown", () => {
  // @spec 177.1, 177.4
  test("changes as soon as the stream says so, and is only verified each minute", async () => {
    const { clock, live, lists, lastTag, setList } = await openList();
    expect(live.last().query.get("after")).toBe(at(10));
    expect(live.last().headers.get("x-background")).toBe("1");
    live.last().send("stations", { at: at(21), changes: [changed("South-West", 3)] }, "s.21");
    await shows("List: North, South-West (live)");
    setList([NORTH, changed("South-West", 3)], at(11));
    const shown = new Set<string>();
    const observer = new MutationObserver(() => shown.add(document.body.textContent));
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    onTestFinished(() => observer.disconnect());
    // Longer than the ten minutes after which a list that is not verified is loaded as a whole.
    for (let minute = 1; minute <= 12; minute++) {
      await clock.pass(MINUTE_MS);
      await expect.poll(lists).toBe(1 + minute);
      expect(lastTag()).toBe(revisionsTag([1, 3]));
    }
    await shows("List: North, South-West (live)");
    expect([...shown]).toEqual([]);
  });

  test("gets what the stream did not send when it is verified", async () => {
    const { clock, live, lists, setList } = await openList();
    live.last().send("stations", { at: at(21), changes: [] }, "s.21");
    await shows("List: North, South (live)");
    setList([NORTH, changed("South-East", 5)], at(20));
    await clock.pass(MINUTE_MS);
    await shows("List: North, South-East (live)");
    expect(lists()).toBe(2);
  });

  test("is requested with the tag of the last response while there is no stream, for new readings", async () => {
    const { clock, live, lists, lastTag } = await openList();
    live.last().send("stations", { at: at(21), changes: [] }, "s.21");
    await clock.pass(MINUTE_MS);
    await expect.poll(lists).toBe(2);
    expect(lastTag()).toBe(revisionsTag([1, 2]));
    live.refuse({ status: 503, retryAfter: "100" });
    live.last().cut();
    await expect.poll(() => live.open()).toEqual([]);
    await clock.pass(MINUTE_MS);
    await expect.poll(lists).toBe(3);
    expect(lastTag()).toBe('"1"');
    live.refuse(null);
    await clock.pass(MINUTE_MS);
    await expect.poll(() => live.open().length).toBe(1);
    expect(live.last().headers.get("last-event-id")).toBe("s.21");
    const before = lists();
    await clock.pass(MINUTE_MS);
    await expect.poll(lists).toBe(before + 1);
    expect(lastTag()).toBe(revisionsTag([1, 2]));
  });

  test("is outdated after a change while it is not displayed", async () => {
    const { live } = startServer();
    const { client } = open(<LiveConsole />);
    const close = render(
      <QueryClientProvider client={client}>
        <CountView />
      </QueryClientProvider>,
    );
    await shows("2 stations");
    await expect.poll(() => live.open().map(({ query }) => query.has("after"))).toEqual([true]);
    live.last().send("stations", { at: at(21), changes: [] }, "s.21");
    const isOutdated = () => client.getQueryCache().findAll({ queryKey: stationsKey })[0]?.state.isInvalidated;
    await reloadCall(client, getStation, NORTH.name);
    expect(isOutdated()).toBe(false);
    close();
    await reloadCall(client, getStation, NORTH.name);
    expect(isOutdated()).toBe(true);
  });

  test("is requested after a change only if there is no stream", async () => {
    const { client, live, lists } = await openList();
    live.last().send("stations", { at: at(21), changes: [] }, "s.21");
    await reloadCall(client, getStation, NORTH.name);
    expect(lists()).toBe(1);
    live.refuse({ status: 503, retryAfter: "100" });
    live.last().cut();
    await expect.poll(() => live.open()).toEqual([]);
    await reloadCall(client, getStation, NORTH.name);
    await expect.poll(lists).toBe(2);
  });

  test("is requested again when its revisions are not those of the server", async () => {
    const { live, lists, setList } = await openList();
    setList([NORTH, changed("South-East", 5)], at(20));
    const volatile = { at: at(30), names_hash: namesHash([NORTH.name, SOUTH.name]), skipped: [] };
    const columns = { last_active: [], last_online: [], last_telemetry: [], clock_skew_ms: [] };
    const readings = { volatile: { ...volatile, ...columns } };
    const send = (second: number, revisions: number[]) =>
      live.last().send("stations", { at: at(second), changes: [readings], revisions_hash: revisionsHash(revisions) });
    send(28, [1, 2]);
    await shows("List: North, South (live)");
    send(29, [1, 2]);
    await shows("List: North, South (live)");
    expect(lists()).toBe(1);
    send(30, [1, 5]);
    await shows("List: North, South-East (live)");
    expect(lists()).toBe(2);
  });

  test("is requested again when the server does not know what was missed", async () => {
    const { live, lists, setList } = await openList();
    setList([NORTH, changed("South-East", 5)], at(20));
    live.last().send("resync", { at: at(25) });
    await shows("List: North, South-East (live)");
    expect(lists()).toBe(2);
  });

  test("of an older time keeps the changes that arrived while it was loading", async () => {
    const { clock, live, lists } = await openList();
    live.last().send("stations", { at: at(21), changes: [changed("South-West", 3)] }, "s.21");
    await shows("List: North, South-West (live)");
    live.refuse({ status: 503, retryAfter: "1000" });
    live.last().cut();
    await expect.poll(() => live.open()).toEqual([]);
    await clock.pass(MINUTE_MS);
    await expect.poll(lists).toBe(2);
    await shows("List: North, South-West (live)");
  });

  test("with stations out of service is requested when something has changed", async () => {
    const { clock, live, lists, setList } = startServer();
    openTab("List", ["retired"]);
    await shows("List: North, South (live)");
    await expect.poll(() => live.open().length).toBe(1);
    setList([NORTH, changed("South-East", 5)], at(20));
    live.last().send("stations", { at: at(21), changes: [changed("South-East", 5)] });
    await clock.pass(2_000);
    await shows("List: North, South-East (live)");
    expect(lists()).toBe(2);
  });
});

test("a row changes at once, even if its list has to wait", async () => {
  const { live } = serveStations();
  open(<SlowFleetView />);
  await shows("Row: South");
  await expect.poll(() => live.open().length).toBe(1);
  live.last().send("stations", { at: at(21), changes: [changed("South-West", 3)] }, "s.21");
  await shows("List: North, South-West");
  live.last().send("stations", { at: at(22), changes: [changed("South-East", 4)] }, "s.22");
  await shows("Row: South-East");
  await shows("List: North, South-West");
});

describe("two tabs", () => {
  test("share one stream, and the other one continues it when one is closed", async () => {
    const { live } = startServer();
    const first = openTab("First");
    await shows("First: North, South (live)");
    await expect.poll(() => live.open().length).toBe(1);
    const second = openTab("Second");
    await shows("Second: North, South (live)");
    await expect.poll(() => liveOf(second.client).store.isOpen).toBe(true);
    live.last().send("stations", { at: at(25), changes: [changed("South-West", 3)] }, "s.25");
    await shows("First: North, South-West (live)");
    await shows("Second: North, South-West (live)");
    expect(live.streams).toHaveLength(1);
    first.close();
    await expect.poll(() => live.streams.length).toBe(2);
    expect(live.open()).toEqual([live.last()]);
    expect(live.last().headers.get("last-event-id")).toBe("s.25");
    live.last().send("stations", { at: at(26), changes: [changed("South-East", 4)] }, "s.26");
    await shows("Second: North, South-East (live)");
  });

  test("have a stream with the parts that one of them needs", async () => {
    const { live, setList } = startServer();
    openTab("First");
    await shows("First: North, South (live)");
    await expect.poll(() => live.open().length).toBe(1);
    live.last().send("stations", { at: at(21), changes: [] }, "s.21");
    setList([NORTH, SOUTH], at(12));
    openTab("Second", ["ssot"]);
    await shows("Second: North, South (live)");
    await expect.poll(() => live.open().map(({ query }) => query.get("include_ssot"))).toEqual(["true"]);
    live.last().send("stations", { at: at(25), changes: [changed("South-West", 3)] }, "s.25");
    await shows("First: North, South-West (live)");
    await shows("Second: North, South-West (live)");
  });
});
