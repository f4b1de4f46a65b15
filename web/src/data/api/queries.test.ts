import type { LiveTopic } from "@groundcrew/shared/contract";
import { listAlerts } from "@groundcrew/shared/alerts";
import { listCameras, headCameraImage } from "@groundcrew/shared/cameras";
import { listErrorGroups, listGroupStations } from "@groundcrew/shared/error-groups";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { getBroker } from "@groundcrew/shared/link";
import { listStationErrors } from "@groundcrew/shared/station-errors";
import { getStationTypes } from "@groundcrew/shared/station-types";
import { getStation, listStations } from "@groundcrew/shared/stations";
import { listEntryErrors, listStationSupportLog, listSupportLogEntries } from "@groundcrew/shared/support-log";
import { listUsers } from "@groundcrew/shared/users";
import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import type { OtherEndpoint, RequestParts } from "./call.ts";
import { identityOf, queryOf, serverQuery } from "./queries.ts";
import { isConcerned } from "./writes.ts";

const A = "gc-000000000001";
const B = "gc-000000000002";

const concerns = (topic: LiveTopic, station: string | null, endpoint: OtherEndpoint, args: RequestParts) =>
  isConcerned(identityOf(endpoint, args, {}), { topics: [topic], station });

test.each<[LiveTopic, OtherEndpoint, (name: string) => RequestParts]>([
  ["station", getStation, (station) => ({ params: { station } })],
  ["station", listStations, (station_name) => ({ query: { station_name } })],
  ["cameras", listCameras, (station) => ({ params: { station } })],
  ["cameras", headCameraImage, (station) => ({ params: { station, camera: "Front" } })],
  ["errors", listStationErrors, (station) => ({ params: { station } })],
  ["support_log", listStationSupportLog, (station) => ({ params: { station } })],
  ["alerts", listAlerts, (station) => ({ query: { station } })],
])("a notice of %s concerns what is shown of its station, or of all", (topic, endpoint, argsOf) => {
  expect(concerns(topic, A, endpoint, argsOf(A))).toBe(true);
  expect(concerns(topic, A, endpoint, argsOf(B))).toBe(false);
  expect(concerns(topic, null, endpoint, argsOf(A))).toBe(true);
});

test.each<[LiveTopic, OtherEndpoint]>([
  ["errors", listEntryErrors],
  ["support_log", listEntryErrors],
  ["support_log", listSupportLogEntries],
  ["error_groups", listErrorGroups],
  ["ownership", listErrorGroups],
  ["ownership", listAlerts],
  ["error_groups", listGroupStations],
  ["users", listUsers],
  ["link", getBroker],
])("a notice of %s concerns what is shown of all stations", (topic, endpoint) => {
  expect(concerns(topic, null, endpoint, {})).toBe(true);
  expect(concerns(topic, A, endpoint, {})).toBe(true);
});

test("a notice does not concern what has other topics, or none", () => {
  expect(concerns("users", null, getStation, { params: { station: A } })).toBe(false);
  expect(concerns("errors", null, listStationSupportLog, { params: { station: A } })).toBe(false);
  expect(concerns("station", null, getStationTypes, {})).toBe(false);
});

test("what a call replies is requested again at the interval that it declares, by default every minute", () => {
  expect(identityOf(listAlerts, {}, {}).staleTime).toBe(15 * SECOND_MS);
  expect(identityOf(listUsers, {}, {}).staleTime).toBe(60 * SECOND_MS);
  expect(identityOf(getStationTypes, {}, {}).staleTime).toBe(Infinity);
});

type FakeResponse = { status: number; body: unknown; etag?: string };

/** Answers requests with the responses, one after the other. Returns the entity tags that were sent. */
function answer(...responses: FakeResponse[]) {
  const sent: (string | null)[] = [];
  vi.stubGlobal("fetch", async (_url: string, { headers }: { headers: Record<string, string> }) => {
    const { status, body, etag } = responses[sent.length] ?? { status: 500, body: null };
    sent.push(headers["if-none-match"] ?? null);
    const tag = etag === undefined ? {} : { etag };
    if (body === null) return new Response(null, { status, headers: tag });
    return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...tag } });
  });
  return sent;
}

const args = { params: { station: A }, query: {}, headers: {} };
const client = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });

test("a value is requested with its entity tag, and stays when nothing has changed", async () => {
  const sent = answer(
    { status: 200, body: [], etag: '"1"' },
    { status: 304, body: null, etag: '"1"' },
    { status: 200, body: [], etag: '"2"' },
    { status: 304, body: null, etag: '"2"' },
  );
  let reads = 0;
  const query = queryOf(listStationErrors, args, { read: (errors) => `read ${(reads += 1)}: ${errors.length}` });
  const cache = client();
  const values: string[] = [];
  for (let time = 0; time < 4; time += 1) values.push((await cache.query({ ...query, staleTime: 0 })).value);
  expect(sent).toEqual([null, '"1"', '"1"', '"2"']);
  expect(values).toEqual(["read 1: 0", "read 1: 0", "read 2: 0", "read 2: 0"]);
});

test("a first response without content is a failure", async () => {
  answer({ status: 304, body: null, etag: '"1"' });
  await expect(client().query(serverQuery(listStationErrors, args))).rejects.toThrow("The server sent no content.");
});
