import type { Answer } from "@groundcrew/shared/contract";
import { revisionsTag } from "@groundcrew/shared/live";
import { listStations, type Station } from "@groundcrew/shared/stations";
import { sampleStation } from "../../shared/test/sample-station.ts";
import { serveLive } from "./fake-live.ts";
import { startFakeServer } from "./fake-server.ts";

export const NORTH = sampleStation({ name: "gc-000000000001", rev: 1, serial_number: "North" });
export const SOUTH = sampleStation({ name: "gc-000000000002", rev: 2, serial_number: "South" });

/** The server's time at a second. */
export const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString();

/** A server with two stations, whose list and stream the test controls. Its clock shows 12:00:20 in the first list. */
export function serveStations() {
  const server = startFakeServer();
  let list = { stations: [NORTH, SOUTH], asOf: at(10) };
  server.on(listStations, async (_input, { headers }): Promise<Answer<typeof listStations>> => {
    const { stations, asOf } = list;
    const etag = revisionsTag(stations.map(({ rev }) => rev));
    if (headers.get("if-none-match") === etag) return { status: 304, body: null, headers: { etag } };
    return { status: 200, body: stations, headers: { etag: '"1"', "x-as-of": asOf, "x-full": "1" } };
  });
  return {
    server,
    live: serveLive(server),
    setList: (stations: Station[], asOf: string) => void (list = { stations, asOf }),
    lists: () => server.requestsTo(listStations).length,
    /** The tag of the last request for the list. */
    lastTag: () => server.requestsTo(listStations).at(-1)?.headers.get("if-none-match"),
  };
}
