import { QueryClientProvider } from "@tanstack/react-query";
import { listOlderConfigs } from "@groundcrew/shared/configs";
import { getStation } from "@groundcrew/shared/stations";
import { listSupportLogTags } from "@groundcrew/shared/support-log";
import type { ReactNode } from "react";
import { expect, onTestFinished, test } from "vitest";
import { fakeClock } from "../../test/clock.ts";
import { onlineStation } from "../../test/fake-console.ts";
import { startFakeServer } from "../../test/fake-server.ts";
import { numberedStation } from "../../test/fake-stations.ts";
import { render } from "../../test/render.tsx";
import { setHidden } from "../../test/visibility.ts";
import { makeQueryClient } from "./query-client.ts";
import { useServerData } from "./use-server-data.ts";
import { useServerDataOfAll } from "./use-server-data-of-all.ts";

const SECOND_MS = 1_000;
const STATIONS = [numberedStation(1), numberedStation(2)].map(({ name }) => ({
  params: { station: name },
  query: {},
  headers: {},
}));

/** Displays tags, which are requested every minute, configurations, every ten, and two stations, every 15 seconds. */
function Shown() {
  useServerData(listSupportLogTags, { query: {} });
  useServerData(listOlderConfigs, { query: { station_type: "atlas" }, headers: {} });
  useServerDataOfAll(getStation, STATIONS);
  return null;
}

function renderPage(content: ReactNode) {
  const client = makeQueryClient();
  onTestFinished(() => client.clear());
  render(<QueryClientProvider client={client}>{content}</QueryClientProvider>);
}

/** Opens the page. Returns a function that counts the requests for tags, configurations and stations. */
async function openShown() {
  const server = startFakeServer();
  server.on(listSupportLogTags, async () => ({ status: 200 as const, body: [] }));
  server.on(listOlderConfigs, async () => ({ status: 200 as const, body: { configs: [], next: null } }));
  server.on(getStation, async ({ params }) => ({
    status: 200 as const,
    body: onlineStation({ name: params.station }),
  }));
  renderPage(<Shown />);
  const counts = () => [listSupportLogTags, listOlderConfigs, getStation].map((call) => server.requestsTo(call).length);
  await expect.poll(counts).toEqual([1, 1, 2]);
  return counts;
}

test("what is displayed is requested again at the interval of its call, and so is each of several", async () => {
  const clock = fakeClock();
  const counts = await openShown();
  await clock.pass(16 * SECOND_MS);
  await expect.poll(counts).toEqual([1, 1, 4]);
  await clock.pass(45 * SECOND_MS);
  await expect.poll(counts).toEqual([2, 1, 10]);
  await clock.pass(540 * SECOND_MS);
  await expect.poll(() => counts()[1]).toBe(2);
});

test("a page that was hidden requests what is due when it is visible again, and nothing else", async () => {
  const clock = fakeClock();
  const counts = await openShown();
  setHidden(true);
  await clock.pass(10 * SECOND_MS);
  setHidden(false);
  await clock.pass(10);
  expect(counts()).toEqual([1, 1, 2]);
  setHidden(true);
  await clock.pass(30 * SECOND_MS);
  expect(counts()).toEqual([1, 1, 2]);
  // At once, and not at the next second.
  setHidden(false);
  await clock.pass(10);
  expect(counts()).toEqual([1, 1, 4]);
  setHidden(true);
  await clock.pass(40 * SECOND_MS);
  setHidden(false);
  await clock.pass(10);
  expect(counts()).toEqual([2, 1, 6]);
});

/** Displays a station that will change soon, so that it is requested every three seconds. */
function Changing() {
  const [first] = STATIONS;
  useServerData(getStation, first ?? null, { isChanging: () => true });
  return null;
}

test("after a response that was slower than the interval there is a pause", async () => {
  const clock = fakeClock();
  const server = startFakeServer();
  server.on(getStation, async () => ({ status: 200 as const, body: onlineStation() }));
  renderPage(<Changing />);
  const count = () => server.requestsTo(getStation).length;
  await expect.poll(count).toBe(1);
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  server.beforeResponse(getStation, () => isAnswered);
  await clock.pass(9 * SECOND_MS);
  expect(count()).toBe(2);
  answer();
  await clock.pass(SECOND_MS);
  expect(count()).toBe(2);
  await clock.pass(2 * SECOND_MS);
  expect(count()).toBe(3);
});

test("what became due while the computer slept is requested within a second", async () => {
  const clock = fakeClock();
  const counts = await openShown();
  clock.sleep(90 * SECOND_MS);
  await clock.pass(SECOND_MS);
  await expect.poll(counts).toEqual([2, 1, 4]);
});
