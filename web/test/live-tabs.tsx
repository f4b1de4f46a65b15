import { QueryClientProvider, useQuery, type QueryClient } from "@tanstack/react-query";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { expect, onTestFinished } from "vitest";
import { page } from "vitest/browser";
import { getStation } from "@groundcrew/shared/stations";
import { listUsers } from "@groundcrew/shared/users";
import { identityOf } from "../src/data/api/index.ts";
import { sessionKeys } from "../src/sessions/index.ts";
import { useLive, useLiveDetails, useLiveStation, useStartLive } from "../src/data/live/index.ts";
import { makeQueryClient } from "../src/data/query-client.ts";
import { fakeClock } from "./clock.ts";
import { customer } from "./fake-console.ts";
import { serveLive } from "./fake-live.ts";
import { startFakeServer } from "./fake-server.ts";
import { render } from "./render.tsx";

export const A = "gc-000000000001";
export const B = "gc-000000000002";
export const S = 1_000;

type TabProps = { tab: string; user: SessionUser; station: string; onLoad: (key: string) => void };

/** A tab that shows a station, the users, and the connection. */
function Tab({ tab, user, station, onLoad }: TabProps) {
  useStartLive(user);
  useLiveStation(station);
  const { state, setOff } = useLive();
  const { changes, breaks } = useLiveDetails();
  useQuery({
    ...identityOf(getStation, { params: { station } }, {}),
    staleTime: 0,
    queryFn: () => (onLoad(`${tab} station`), 1),
  });
  useQuery({ ...identityOf(listUsers, {}, {}), staleTime: 0, queryFn: () => (onLoad(`${tab} users`), 1) });
  return (
    <>
      <p>
        {tab}: {state.kind}, changes: {changes}, breaks: {breaks.length}
      </p>
      <button onClick={() => setOff(state.kind !== "off")}>Switch {tab}</button>
    </>
  );
}

/** A browser without tabs. */
export function start() {
  const clock = fakeClock();
  const server = startFakeServer();
  const loads: string[] = [];
  /** Opens a tab of the browser. */
  function openTab(tab: string, { user = customer, station = A } = {}): { client: QueryClient; close: () => void } {
    const client = makeQueryClient();
    client.setQueryData(sessionKeys.current, user);
    onTestFinished(() => client.clear());
    const close = render(
      <QueryClientProvider client={client}>
        <Tab tab={tab} user={user} station={station} onLoad={(key) => loads.push(key)} />
      </QueryClientProvider>,
    );
    return { client, close };
  }
  return { clock, server, live: serveLive(server), loads, openTab };
}

export const shows = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible();
export const isLive = (tab: string) => shows(`${tab}: live, changes: 0, breaks: 0`);

/** One tab, whose stream is open. */
export async function openOne() {
  const opened = start();
  const tab = opened.openTab("Tab");
  await isLive("Tab");
  return { ...opened, ...tab };
}
