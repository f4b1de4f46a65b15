import { ReadyJson } from "@groundcrew/shared/contract";
import { revisionsTag } from "@groundcrew/shared/live";
import { namesHash } from "@groundcrew/shared/stations";
import { beforeEach, describe, expect, test } from "vitest";
import { boardFacts } from "../../test/board-facts.ts";
import { ListServer, NAMES, request, rowIn, type Caller, type ReadList } from "../../test/list-server.ts";

let server: ListServer;
beforeEach(() => void (server = new ListServer()));

const uptimeIn = (all: ReadList["items"], name: string) => rowIn(all, name).last_telemetry_data?.status?.station_uptime;

describe("a whole list", () => {
  test("has changes of people, links and states at once", async () => {
    await server.list();
    server.now += 1;
    server.report("gc-b", { door: "closed" });
    server.board.putFacts(boardFacts("gc-c", 1, { description: "Moved" }));
    const { items: rows } = await server.list();
    expect(rowIn(rows, "gc-b").last_telemetry_data?.status?.door).toBe("closed");
    expect(rowIn(rows, "gc-c").description).toBe("Moved");
  });

  test("has times of contact and readings that are at most ten seconds old, and says how old", async () => {
    // The first time is chosen at random, to spread the work.
    await server.list();
    server.now += 10_000;
    server.report("gc-b", { uptime: 6 });
    expect(uptimeIn((await server.list()).items, "gc-b")).toBe(6);
    server.now += 7_500;
    server.report("gc-b", { uptime: 7 });
    const between = await server.list();
    expect(uptimeIn(between.items, "gc-b")).toBe(6);
    expect(between.age).toBe(7);
    expect(between.asOf).toBe(server.now - 7_500 - 10_000);
    server.now += 2_500;
    const later = await server.list();
    expect(uptimeIn(later.items, "gc-b")).toBe(7);
    expect(later.age).toBe(0);
  });

  test("keeps its tag while its content is the same, and gets another with each change", async () => {
    const first = await server.list();
    expect((await server.list()).etag).toBe(first.etag);
    server.now += 10_000;
    server.report("gc-a", { uptime: 6 });
    const second = await server.list();
    server.report("gc-a", { uptime: 7 });
    const third = await server.list();
    expect(third.items).toEqual(second.items);
    expect((await server.list()).etag).toBe(third.etag);
    server.report("gc-a", { uptime: 8, door: "closed" });
    const fourth = await server.list();
    expect(new Set([first, second, third, fourth].map(({ etag }) => etag)).size).toBe(4);
  });

  test("has a station that joins and not one that leaves", async () => {
    await server.list();
    server.board.putFacts(boardFacts("gc-aa", 1));
    server.board.putFacts(boardFacts("gc-b", 2));
    const names = async (caller: Caller) => (await server.list(caller)).items.map((item) => "rev" in item && item.name);
    expect(await names({ orgId: 1 })).toEqual(["gc-a", "gc-aa", "gc-c"]);
    expect(await names({ orgId: 2 })).toEqual(["gc-b"]);
    expect(await names({})).toEqual(["gc-a", "gc-aa", "gc-b", "gc-c"]);
  });

  test("of many stations is the same in parts as in one piece", async () => {
    for (let number = 0; number < 500; number++) server.board.putFacts(boardFacts(`gc-${number}`, 1));
    const names = (await server.list()).items.map((item) => ("rev" in item ? item.name : ""));
    expect(names).toHaveLength(503);
    expect(names).toEqual(names.toSorted());
  });
});

describe("a compact refresh", () => {
  test("has new readings of stations in columns, and whole rows of those that changed in anything else", async () => {
    await server.list();
    server.now += 90_000;
    server.report("gc-a", { uptime: 35, temperature: 71.5, current: 790 });
    server.report("gc-b", { uptime: 35, door: "closed" });
    const { items: changes } = await server.refresh(server.now - 1_000);
    expect(changes).toMatchObject([
      {
        volatile: {
          names_hash: namesHash(NAMES),
          skipped: [0, 0],
          last_active: [0, 0],
          station_uptime: [35, 35],
          internal_temperature: [71.5, 70],
          currents: [[790], [800]],
        },
      },
      { name: "gc-b", last_telemetry_data: { status: { door: "closed" } } },
    ]);
  });

  test("has nothing of stations that the caller may not see", async () => {
    const { asOf } = await server.list({ orgId: 2 });
    server.board.putFacts(boardFacts("gc-foreign", 2));
    server.now += 30_000;
    for (const name of [...NAMES, "gc-foreign"]) server.report(name, { uptime: 35 });
    expect(JSON.stringify(await server.refresh(asOf + 20_000, { orgId: 2 }))).not.toMatch(/gc-[abc]\b/);
    expect(JSON.stringify(await server.refresh(asOf + 20_000, { orgId: 1 }))).not.toContain("gc-foreign");
  });

  test("is unchanged only when really nothing has changed", async () => {
    const { etag, asOf } = await server.list();
    const again = (tag: string) =>
      server.replies.changes({ ...request({}), ifNoneMatch: tag }, { since: asOf, compact: true });
    expect((await again(etag)).status).toBe(304);
    server.now += 1_000;
    server.report("gc-a", { uptime: 6 });
    expect((await again(etag)).status).toBe(200);
    // The list is not written again for this reading, so it is not current.
    expect((await again((await server.list()).etag)).status).toBe(200);
  });

  test("is unchanged for a client of the live stream until more than readings changes", async () => {
    const { asOf, items } = await server.list();
    const live = revisionsTag(items.flatMap((item) => ("rev" in item ? item.rev : [])));
    const verify = (ifNoneMatch = live, caller = {}) =>
      server.replies.changes({ ...request(caller), ifNoneMatch }, { since: asOf, compact: true });
    server.now += 30_000;
    server.report("gc-a", { uptime: 35, temperature: 71 });
    expect(await verify()).toMatchObject({ status: 304, body: null, headers: { etag: live } });
    // A time would say that the client has the newest readings.
    expect((await verify()).headers).not.toHaveProperty("x-as-of");
    expect((await verify(live, { orgId: 2 })).status).toBe(200);
    server.report("gc-a", { door: "closed" });
    expect((await verify()).status).toBe(200);
    const after = await server.list();
    const current = revisionsTag(after.items.flatMap((item) => ("rev" in item ? item.rev : [])));
    expect((await verify(current)).status).toBe(304);
    server.board.putFacts(boardFacts("gc-a", 1, { description: "Moved" }));
    expect((await verify(current)).status).toBe(200);
  });

  test("is made once for all who ask at about the same time", async () => {
    const { asOf } = await server.list();
    server.now += 30_000;
    server.report("gc-a", { uptime: 35 });
    const pieceOf = async () => {
      const { body } = await server.replies.changes(request({}), { since: asOf, compact: true });
      return body instanceof ReadyJson && typeof body.text !== "string" ? body.text[1] : undefined;
    };
    const first = await pieceOf();
    expect(first).toBeInstanceOf(Uint8Array);
    expect(await pieceOf()).toBe(first);
    server.now += 1_000;
    expect(await pieceOf()).not.toBe(first);
  });

  test("that misses the newest readings is not said to be unchanged afterwards", async () => {
    const { asOf } = await server.list();
    server.now += 30_000;
    server.report("gc-a", { uptime: 35 });
    await server.refresh(asOf);
    server.now += 100;
    server.report("gc-a", { uptime: 36 });
    const { etag } = await server.refresh(asOf);
    server.now += 1_000;
    const again = await server.replies.changes({ ...request({}), ifNoneMatch: etag }, { since: asOf, compact: true });
    expect(again.status).toBe(200);
  });
});
