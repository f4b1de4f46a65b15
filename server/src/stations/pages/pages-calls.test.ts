import { expect, test } from "vitest";
import { openListRig } from "../../../test/list-rig.ts";

const { get, db, refresh, skyline } = await openListRig();

async function page(who: string, query = "") {
  const { status, body } = await get(who, `/api/listed-stations${query}`);
  expect(status).toBe(200);
  const { stations, next, total }: { stations: { name: string }[]; next: string | null; total: number } =
    JSON.parse(body);
  return { names: stations.map(({ name }) => name), stations, next, total };
}

test.each([
  { who: "admin", seen: ["gc-a", "gc-b", "gc-c"] },
  { who: "staff", seen: ["gc-a", "gc-b", "gc-c"] },
  { who: "harbor", seen: ["gc-a", "gc-b"] },
  { who: "skyline", seen: ["gc-c"] },
])("$who sees $seen on pages, and no retired station unless they are included", async ({ who, seen }) => {
  expect((await page(who, "?sort=serial_number")).names).toEqual(seen);
  const all = await page(who, "?sort=serial_number&filters=retired");
  expect(all.names).toEqual(who === "skyline" ? seen : [...seen, "gc-old"]);
});

test("a page has as many stations as were requested, and says where the next one begins", async () => {
  const first = await page("admin", "?sort=serial_number&direction=descending&limit=2");
  expect(first).toMatchObject({ names: ["gc-c", "gc-b"], total: 3 });
  const second = await page("admin", `?sort=serial_number&direction=descending&limit=2&after=${first.next}`);
  expect(second).toMatchObject({ names: ["gc-a"], total: 3, next: null });
});

test("a page may begin at a position", async () => {
  expect(await page("admin", "?sort=serial_number&from=0&limit=1")).toMatchObject({ names: ["gc-a"], total: 3 });
  expect(await page("admin", "?sort=serial_number&from=2")).toMatchObject({ names: ["gc-c"], total: 3, next: null });
});

test("rows have the parts that were requested, and those of admins are for admins", async () => {
  const parts = "include_support_metrics=true&include_telemetry=true&include_config=true&include_ssot=true";
  for (const who of ["admin", "harbor"]) {
    const rows = (await get(who, `?${parts}`)).rows().filter(({ name }) => name === "gc-a");
    expect((await page(who, `?${parts}&station_type=atlas&filters=actual`)).stations).toEqual(rows);
  }
  expect((await get("staff", "/api/listed-stations?include_replaceables=true")).status).toBe(403);
});

test.each([
  "sort=size",
  "limit=0",
  "limit=1001",
  "from=-1",
  "filters=none",
  "tags=A%20B",
  "site=x",
  "direction=up",
  "name=gc-a",
])("a request with %s is refused", async (query) => {
  expect((await get("admin", `/api/listed-stations?${query}`)).status).toBe(422);
});

test("counts are of what the caller sees", async () => {
  for (const [who, total] of [
    ["admin", 3],
    ["harbor", 2],
    ["skyline", 1],
  ] as const) {
    const { status, body } = await get(who, "/api/listed-stations/counts?group=organization");
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({ visible: total, stats: { total } });
  }
});

test("a request may name stations, or ask for the best that a search finds, of those that the caller sees", async () => {
  const named = await page("harbor", "?names=gc-b,gc-c,gc-a,gc-none&sort=serial_number");
  expect(named).toMatchObject({ names: ["gc-a", "gc-b"], total: 2, next: null });
  expect(await page("harbor", "?best=true&q=north")).toMatchObject({ names: ["gc-b"], total: 1 });
  expect(await page("skyline", "?best=true&q=north")).toMatchObject({ names: [], total: 0 });
  expect((await page("admin", "?best=true&limit=2")).total).toBe(3);
});

test("a station that leaves an organization is on no page of it any more", async () => {
  expect((await page("harbor", "?sort=description")).names).toContain("gc-b");
  await db.updateTable("stations").set({ org_id: skyline }).where("name", "=", "gc-b").execute();
  await refresh(["gc-b"]);
  expect((await page("harbor", "?sort=description")).names).not.toContain("gc-b");
  expect((await page("skyline", "?sort=description")).names).toContain("gc-b");
});
