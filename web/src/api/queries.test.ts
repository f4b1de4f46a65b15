import { matchQuery, QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { queryKeys, conditionalQuery } from "./queries.ts";

const { stations, station, stationErrors, stationHistory, supportLog, cameraImages, organizations } = queryKeys;

/** Whether invalidating the first key reloads a query with the second one. */
function isReloaded(invalidated: readonly unknown[], key: readonly unknown[]): boolean {
  const query = new QueryClient().getQueryCache().build(new QueryClient(), { queryKey: key });
  return matchQuery({ queryKey: invalidated }, query);
}

test.each([
  [stations.all, stations.list("kim@x.example", "config")],
  [stations.forUser("kim@x.example"), stations.list("kim@x.example", "")],
  [stationErrors.all, stationErrors.log("gc-1")],
  [stationErrors.all, stationErrors.forEntry(1)],
  [stationErrors.forStation("gc-1"), stationErrors.latest("gc-1")],
  [stationErrors.forStation("gc-1"), stationErrors.triage("gc-1", "all")],
  [stationHistory.forStation("gc-1"), stationHistory.range("gc-1", null, "week")],
  [supportLog.allStations, supportLog.since("year")],
  [cameraImages.forStation("gc-1"), cameraImages.forCamera("gc-1", "c")],
  [organizations.all, organizations.counted],
])("invalidating %j reloads %j", (invalidated, key) => {
  expect(isReloaded(invalidated, key)).toBe(true);
});

test.each([
  [station("gc-1"), station("gc-2")],
  [station("gc-1"), stations.list("kim@x.example", "")],
  [stations.forUser("kim@x.example"), stations.list("lee@x.example", "")],
  [stationErrors.forStation("gc-1"), stationErrors.log("gc-2")],
  [supportLog.forStation("gc-1"), supportLog.tags],
])("invalidating %j does not reload %j", (invalidated, key) => {
  expect(isReloaded(invalidated, key)).toBe(false);
});

type FakeResponse = { body: string[] | null; etag: string };

/** Runs a query once for each response. Returns the values, and the entity tags that were sent. */
async function run(responses: FakeResponse[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const sent: (string | undefined)[] = [];
  const values: string[] = [];
  const query = conditionalQuery({
    queryKey: ["list"],
    request: async ({ headers }) => {
      sent.push(headers["if-none-match"]);
      const { body, etag } = responses[sent.length - 1] ?? { body: null, etag: "" };
      return { body, headers: { get: () => etag } };
    },
    read: (body) => body.join("+"),
  });
  for (const _ of responses) values.push((await client.fetchQuery(query)).value);
  return { sent, values };
}

test("a cached value is requested with its entity tag, and stays when nothing has changed", async () => {
  const { sent, values } = await run([
    { body: ["a"], etag: '"1"' },
    { body: null, etag: '"1"' },
    { body: ["a", "b"], etag: '"2"' },
    { body: null, etag: '"2"' },
  ]);
  expect(sent).toEqual([undefined, '"1"', '"1"', '"2"']);
  expect(values).toEqual(["a", "a", "a+b", "a+b"]);
});

test("a first response without a body is a failure", async () => {
  await expect(run([{ body: null, etag: '"1"' }])).rejects.toThrow("The server sent no content.");
});
