import { createZstdDecompress, gunzipSync } from "node:zlib";
import { removedStation } from "@groundcrew/shared/stations";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openListRig, type Row } from "../../test/list-rig.ts";

const { db, clock, refresh, get, harbor, skyline } = await openListRig();
const EVERYTHING = "include_support_metrics=true&include_telemetry=true&include_config=true&include_ssot=true";
const names = (rows: Row[]) => rows.map(({ name }) => name);

/** Decompresses all frames of a Zstandard body; a stream of Node.js ends after the first one. */
async function decodeFrames(bytes: Buffer): Promise<string> {
  const frames: Uint8Array[] = [];
  for (let rest = bytes; rest.length > 0;) {
    const decoder = createZstdDecompress();
    decoder.end(rest);
    for await (const chunk of decoder) frames.push(chunk);
    rest = rest.subarray(decoder.bytesWritten);
  }
  return Buffer.concat(frames).toString();
}

// @spec 177.5, 177.6, 249.3, 250.1
test("the response for an unchanged list or station is 304 without a body", async () => {
  for (const path of ["", `?${EVERYTHING}`, "?station_name=gc-a", "/gc-a", "/gc-a?include_telemetry=true"]) {
    const { etag } = await get("harbor", path);
    const again = await get("harbor", path, { "if-none-match": `"other", ${etag}` });
    expect([again.status, again.body, again.etag]).toEqual([304, "", etag]);
  }
});

// @spec 249.3
test("a tag is not valid for another caller or another request", async () => {
  const [a, b] = [await get("harbor"), await get("skyline", "", { "if-none-match": (await get("harbor")).etag })];
  expect(b.status).toBe(200);
  expect(names(b.rows())).toEqual(["gc-c"]);
  expect((await get("staff", "", { "if-none-match": (await get("admin")).etag })).status).toBe(200);
  expect((await get("harbor", "?include_telemetry=true", { "if-none-match": a.etag })).status).toBe(200);
  const one = await get("harbor", "/gc-a");
  expect((await get("skyline", "/gc-a", { "if-none-match": one.etag })).status).toBe(404);
  expect((await get("staff", "/gc-a", { "if-none-match": one.etag })).status).toBe(200);
});

test.each(["", "/gc-a"])("replies of /api/stations%s are private and name the headers they vary with", async (path) => {
  const { headers } = await get("harbor", path);
  expect(headers).toMatchObject({
    "cache-control": "private, no-cache",
    vary: "Accept-Encoding, Cookie, Authorization",
  });
});

// @spec 177.3, 249.2
test("a change is in the list and in the list of changes, and in no other organization's view", async () => {
  const [harbor, foreign] = [await get("harbor"), await get("skyline")];
  const since = `?filter_online_after=${String(harbor.headers["x-as-of"])}`;
  clock.now += 60_000;
  const idle = await get("harbor", `?filter_online_after=${new Date(clock.now).toISOString()}`);
  expect(idle.rows()).toEqual([]);
  await db.updateTable("stations").set({ description: "Moved" }).where("name", "=", "gc-b").execute();
  await refresh(["gc-b"]);
  expect((await get("harbor", "", { "if-none-match": harbor.etag })).rows()[1]).toMatchObject({ description: "Moved" });
  const changed = await get("harbor", since, { "if-none-match": harbor.etag });
  expect(changed.rows()).toMatchObject([{ name: "gc-b", description: "Moved" }]);
  expect(changed.rows()[0]?.["rev"]).not.toBe(harbor.rows()[1]?.["rev"]);
  expect((await get("harbor", since, { "if-none-match": changed.etag })).status).toBe(304);
  expect((await get("skyline", since, { "if-none-match": foreign.etag })).status).toBe(304);
  expect((await get("harbor", `${since}&station_name=gc-b`)).rows()).toHaveLength(1);
  expect((await get("harbor", `${since}&station_name=gc-a`)).rows()).toEqual([]);
});

test("a station that moves to another organization is listed as removed for the old one", async () => {
  clock.now += 60_000;
  const since = `?filter_online_after=${new Date(clock.now).toISOString()}`;
  await db.updateTable("stations").set({ org_id: skyline }).where("name", "=", "gc-b").execute();
  await refresh(["gc-b"]);
  const [left] = (await get("harbor", since)).rows();
  expect(removedStation.parse(left)).toEqual({ name: "gc-b", removed: true });
  expect((await get("skyline", since)).rows()).toMatchObject([{ name: "gc-b", organization_name: "Skyline" }]);
  await db.updateTable("stations").set({ org_id: harbor }).where("name", "=", "gc-b").execute();
  await refresh(["gc-b"]);
});

test("a request for changes since before the server started gets the full list, marked as such", async () => {
  const reply = await get("harbor", "?filter_online_after=2026-03-01T11:00:00.000Z");
  expect(reply.headers["x-full"]).toBe("1");
  expect(names(reply.rows())).toEqual(["gc-a", "gc-b"]);
});

test.each([
  { accept: "gzip", decode: async (bytes: Buffer) => gunzipSync(bytes).toString() },
  { accept: "zstd, gzip", decode: decodeFrames },
])("a long list is compressed for a client that accepts $accept", async ({ accept, decode }) => {
  await sql`insert into stations (name, serial_number, station_type, org_id)
    select 'gc-many-' || n, 'Many ' || n || ${accept}, 'atlas', ${skyline} from generate_series(1, 30) n
    on conflict do nothing`.execute(db);
  await refresh(Array.from({ length: 30 }, (_, n) => `gc-many-${n + 1}`));
  const plain = await get("skyline");
  const reply = await get("skyline", "", { "accept-encoding": accept });
  expect(accept.startsWith(String(reply.headers["content-encoding"]))).toBe(true);
  expect(await decode(reply.bytes)).toBe(plain.body);
});

test("an API key gets a long list in an encoding that every client reads as a whole", async () => {
  await sql`insert into stations (name, serial_number, station_type, org_id)
    select 'gc-key-' || n, 'Key ' || n, 'atlas', ${harbor} from generate_series(1, 30) n`.execute(db);
  await refresh(Array.from({ length: 30 }, (_, n) => `gc-key-${n + 1}`));
  const plain = await get("harbor");
  const reply = await get("nobody", "", { authorization: "Bearer key", "accept-encoding": "zstd, gzip" });
  expect(reply.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(reply.bytes).toString()).toBe(plain.body);
  await db.deleteFrom("stations").where("name", "like", "gc-key-%").execute();
});

test.each([
  { query: "?include_telemetry=perhaps", field: "include_telemetry" },
  { query: "?filter_online_after=yesterday", field: "filter_online_after" },
  { query: "?color=red", field: "color" },
])("a query of $query is a 422 that names the field", async ({ query, field }) => {
  const reply = await get("harbor", query);
  expect(reply.status).toBe(422);
  expect(reply.body).toContain(field);
});

test("stations out of service are listed on request, with a separate tag", async () => {
  const [usual, all] = [await get("harbor"), await get("harbor", "?include_retired=true")];
  expect(names(usual.rows())).not.toContain("gc-old");
  expect(names(all.rows())).toEqual([...names(usual.rows()), "gc-old"].toSorted());
  expect((await get("harbor", "?include_retired=true", { "if-none-match": usual.etag })).status).toBe(200);
  expect(names((await get("skyline", "?include_retired=true")).rows())).not.toContain("gc-old");
});

test("a station that is retired is removed from the default list of changes, and stays in the one that includes retired stations", async () => {
  clock.now += 1_000;
  const since = String((await get("harbor")).headers["x-as-of"]);
  await db
    .updateTable("stations")
    .set({ retired: new Date(clock.now).toISOString() })
    .where("name", "=", "gc-b")
    .execute();
  await refresh(["gc-b"]);
  const usual = await get("harbor", `?filter_online_after=${since}`);
  const all = await get("harbor", `?include_retired=true&filter_online_after=${since}`);
  expect(usual.rows()).toContainEqual({ name: "gc-b", removed: true });
  expect(all.rows()).toContainEqual(expect.objectContaining({ name: "gc-b", retired: expect.any(String) }));
});
