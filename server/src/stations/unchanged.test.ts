import { register } from "prom-client";
import { expect, test } from "vitest";
import { openListRig } from "../../test/list-rig.ts";

const { db, clock, refresh, get } = await openListRig();
const REPLACEABLES = "?include_replaceables=true";

/** How many requests for a route were answered with 304. Other tests of the process count in the same registry. */
async function unchangedReplies(route: string): Promise<number> {
  const metrics = (await register.metrics()).split("\n");
  const start = `groundcrew_http_request_duration_seconds_count{route="${route}",method="GET",status="3xx"} `;
  return Number(metrics.find((line) => line.startsWith(start))?.slice(start.length) ?? 0);
}

test("a 304 has the headers that the whole reply would have", async () => {
  for (const path of ["", "?station_name=gc-a", "/gc-a"]) {
    const whole = await get("harbor", path);
    const unchanged = await get("harbor", path, { "if-none-match": whole.etag });
    const headersOf = ({ headers }: typeof whole) => {
      const { etag, vary, "cache-control": cacheControl, "x-as-of": asOf } = headers;
      return { etag, vary, cacheControl, asOf };
    };
    expect([unchanged.status, headersOf(unchanged)]).toEqual([304, headersOf(whole)]);
  }
});

test("every reply has the time of the database's clock, whatever this machine's clock is", async () => {
  const { etag } = await get("harbor");
  const replies = [
    await get("harbor"),
    await get("harbor", "", { "if-none-match": etag }),
    await get(""),
    await get("harbor", "?nonsense=1"),
  ];
  expect(replies.map(({ status }) => status)).toEqual([200, 304, 401, 422]);
  const times = replies.map(({ headers }) => headers["x-server-time"]);
  expect(new Set(times)).toEqual(new Set([new Date(clock.now).toISOString()]));
});

test("a 304 is measured like any other reply", async () => {
  const { etag } = await get("harbor");
  const before = await unchangedReplies("/api/stations");
  await get("harbor", "", { "if-none-match": etag });
  expect((await unchangedReplies("/api/stations")) - before).toBe(1);
});

test("someone who may not make the call gets no 304 for a tag that is valid for others", async () => {
  const [list, withReplaceables] = [await get("admin"), await get("admin", REPLACEABLES)];
  expect((await get("", "", { "if-none-match": list.etag })).status).toBe(401);
  expect((await get("nobody", "", { "if-none-match": list.etag })).status).toBe(401);
  const tag = { "if-none-match": withReplaceables.etag };
  expect((await get("admin", REPLACEABLES, tag)).status).toBe(304);
  expect((await get("staff", REPLACEABLES, tag)).status).toBe(403);
});

test("a request with invalid input gets the same answer with a tag as without one", async () => {
  const { etag } = await get("admin");
  for (const path of [
    "?nonsense=1",
    "??nonsense=1",
    "?include_ssot=true?x",
    "?include_ssot=maybe",
    "?filter_online_after=2026-02-30T25:00:00.000Z",
    "?include_ssot=true&include_ssot=true",
    "/gc-missing",
  ]) {
    const [plain, conditional] = [await get("admin", path), await get("admin", path, { "if-none-match": etag })];
    expect([path, conditional.status]).toEqual([path, plain.status]);
    expect(conditional.status).toBeGreaterThanOrEqual(400);
  }
});

test("a change ends the 304s at once", async () => {
  const before = await get("harbor", "/gc-a");
  await db.updateTable("stations").set({ description: "Moved" }).where("name", "=", "gc-a").execute();
  await refresh(["gc-a"]);
  expect((await get("harbor", "/gc-a", { "if-none-match": before.etag })).row()).toMatchObject({
    description: "Moved",
  });
});

test("an empty or foreign tag gets the whole reply", async () => {
  for (const tag of ['""', '"other"', "W/"]) {
    expect((await get("harbor", "", { "if-none-match": tag })).status).toBe(200);
  }
});
