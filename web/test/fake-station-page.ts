import type { StationError } from "@groundcrew/shared/station-errors";
import { changeStationErrors, listStationErrors } from "@groundcrew/shared/station-errors";
import { revisionTag } from "@groundcrew/shared/ssot";
import { editStation, getStation, listStations, type Station } from "@groundcrew/shared/stations";
import { getStationHistory, type HistoryPoint } from "@groundcrew/shared/stats";
import type { Snapshot } from "@groundcrew/shared/telemetry";
import { page, type Locator } from "vitest/browser";
import { sampleError } from "../../shared/test/sample-error.ts";
import { sampleSnapshot } from "../../shared/test/sample-snapshot.ts";
import { onlineStation, startFakeConsole } from "./fake-console.ts";
import { Rejection, type FakeServer } from "./fake-server.ts";
import { elementsIn } from "./find.ts";
import { openConsole } from "./open-console.tsx";

/** The path of the page of the station that the fake server has. */
export const STATION_PATH = "/stations/gc-000000000001";

/** Opens a path below the station's page. */
export function openStation(path: string, differences: Partial<Station> = {}) {
  const server = startFakeConsole({ stations: [onlineStation(differences)] });
  return { server, ...openConsole(`${STATION_PATH}${path}`) };
}

/** Opens a path below the page of a station that has reported a snapshot; null if it has reported none. */
export function openTelemetry(path: string, snapshot: Partial<Snapshot> | null, differences: Partial<Station> = {}) {
  const station = onlineStation(differences);
  const server = startFakeConsole({ stations: [station] });
  const last_telemetry_data = snapshot && sampleSnapshot(snapshot);
  server.on(listStations, async () => ({ status: 200 as const, body: [{ ...station, last_telemetry_data }] }));
  return { server, ...openConsole(`${STATION_PATH}${path}`) };
}

/** The card with the station's history. */
export function activityData(): Locator {
  return page.getByRole("region", { name: "Activity Data" });
}

/** Presses the middle of the chart in a region. */
export async function pressChart(region: Locator): Promise<void> {
  // The chart's overlay on top of the canvas receives the press.
  const [overlay] = elementsIn(region, ".u-over");
  if (!overlay) throw new Error("There is no chart.");
  await page.elementLocator(overlay).click();
}

/** Serves a history, and returns the queries of the requests for it. */
export function serveHistory(server: FakeServer, points: HistoryPoint[]) {
  const queries: { filter_after?: string | undefined; include_online?: boolean | undefined }[] = [];
  server.on(getStationHistory, async ({ query }) => {
    queries.push(query);
    return { status: 200 as const, body: points };
  });
  return queries;
}

/** Numbered errors, the newest first, one minute apart. */
export function numberedErrors(count: number, differences: Partial<StationError> = {}): StationError[] {
  const newest = Date.parse("2026-05-01T12:00:00.000Z");
  return Array.from({ length: count }, (_, nth) =>
    sampleError({
      id: 10_000 - nth,
      error_message: `Fault ${nth + 1}`,
      time_logged: new Date(newest - nth * 60_000).toISOString(),
      ...differences,
    }),
  );
}

/** Serves an error log, whose errors can be resolved. */
export function serveErrors(server: FakeServer, errors: readonly StationError[]): void {
  let current = [...errors];
  server.on(listStationErrors, async ({ query }) => ({ status: 200 as const, body: current.slice(0, query.limit) }));
  server.on(changeStationErrors, async ({ body }) => {
    const solutions = new Map(body.map((change) => [change.id, "solution" in change ? change.solution : null]));
    const time_handled = new Date().toISOString();
    current = current.map((error) => {
      const solution = solutions.get(error.id);
      return solution === undefined ? error : { ...error, time_handled, solution };
    });
    return { status: 200 as const, body: current.filter(({ id }) => solutions.has(id)) };
  });
}

/** Serves a station whose texts can be edited, and returns a function that edits it as someone else. */
export function serveEdits(server: FakeServer, station: Station): (edit: Partial<Station>) => void {
  let current = station;
  let edits = 0;
  function save(author: string, edit: Partial<Station>): void {
    edits += 1;
    const created = new Date(Date.parse("2026-05-01T12:00:00.000Z") + edits).toISOString();
    current = { ...current, ...edit, last_edit: { created, author } };
  }
  server.on(getStation, async () => ({ status: 200 as const, body: current }));
  server.on(editStation, async ({ body, headers }) => {
    const isCurrent = headers["if-match"] === revisionTag(current.last_edit?.created ?? null);
    if (!isCurrent) throw new Rejection(412, "Someone else has edited the station.");
    const { description = current.description, location_deployment = current.location_deployment } = body;
    save("Kari Nilsen", { description, location_deployment });
    return { status: 200 as const, body: current };
  });
  return (edit) => save("Ola Hansen", edit);
}
