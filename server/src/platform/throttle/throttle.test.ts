import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { expect, test } from "vitest";
import { testDatabase } from "../../../test/database.ts";
import { removeRows } from "../../../test/retention.ts";
import { networkOf, siteOf, undoOnFailure, throttleIn, type Bucket } from "./index.ts";
import { waitMs } from "./throttle.ts";

const { db } = await testDatabase();
let clock = Date.parse("2026-11-21T08:00:00.000Z");
const throttle = throttleIn(db, () => new Date(clock));
const waits = { free: 3, firstMs: 10 * SECOND_MS, longestMs: MINUTE_MS };

function bucket(key: string, success: Bucket["success"] = "clears"): Bucket {
  return { key, waits, success };
}

test.each([
  [1, 0],
  [2, 0],
  [3, 10_000],
  [4, 20_000],
  [5, 40_000],
  [6, 60_000],
  [5_000, 60_000],
])("after %i attempts the wait is %i ms", (attempts, expected) => {
  expect(waitMs(attempts, waits)).toBe(expected);
});

test("after the free attempts each attempt has to wait, and one more is allowed after the wait", async () => {
  for (let attempt = 0; attempt < 3; attempt += 1) await throttle.begin([bucket("a")]);
  await expect(throttle.begin([bucket("a")])).rejects.toMatchObject({
    status: 429,
    detail: "Too many attempts. Try again in 10 seconds.",
    headers: { "retry-after": "10" },
  });
  clock += 10 * SECOND_MS - 1;
  await expect(throttle.begin([bucket("a")])).rejects.toMatchObject({ headers: { "retry-after": "1" } });
  clock += 1;
  await throttle.begin([bucket("a")]);
  await expect(throttle.begin([bucket("a")])).rejects.toMatchObject({ headers: { "retry-after": "20" } });
});

test.each(["clears", "is not counted"] as const)(
  "attempts of the same moment do not make each other wait, in whichever order they are counted (a success %s)",
  async (success) => {
    const key = `moment ${success}`;
    const at = clock;
    const first = await throttle.begin([bucket(key, success)]);
    clock = at - 3;
    const second = await throttle.begin([bucket(key, success)]);
    clock = at + 5;
    await first.succeed();
    clock = at - 2;
    const third = await throttle.begin([bucket(key, success)]);
    clock = at + 5;
    await Promise.all([second.succeed(), third.succeed()]);
    const left = await db.selectFrom("throttles").select("attempts").where("bucket", "=", key).execute();
    expect(left.filter(({ attempts }) => attempts > 0)).toEqual([]);
  },
);

test("four attempts are forgiven for each hour without one", async () => {
  for (let attempt = 0; attempt < 7; attempt += 1) {
    await throttle.begin([bucket("hourly")]);
    clock += MINUTE_MS;
  }
  await throttle.begin([bucket("hourly")]);
  await expect(throttle.begin([bucket("hourly")])).rejects.toMatchObject({
    detail: "Too many attempts. Try again in 1 minute.",
  });
  clock += HOUR_MS;
  await throttle.begin([bucket("hourly")]);
  await expect(throttle.begin([bucket("hourly")])).rejects.toMatchObject({ headers: { "retry-after": "40" } });
});

test("an attempt whose check fails is not counted, and the failure is returned", async () => {
  const failing = async () => undoOnFailure(await throttle.begin([bucket("f")]), Promise.reject(new Error("broken")));
  for (let attempt = 0; attempt < 5; attempt += 1) await expect(failing()).rejects.toThrow("broken");
});

test("the failure is also returned if the attempt cannot be removed from the count", async () => {
  const attempt = { succeed: async () => {}, takeBack: () => Promise.reject(new Error("the database is away")) };
  await expect(undoOnFailure(attempt, Promise.reject(new Error("broken")))).rejects.toThrow("broken");
});

test("concurrent attempts are each counted", async () => {
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => throttle.begin([bucket("at once")])));
  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
});

/** Transactions of attempts that use a connection at once, as the pool sees them. */
function withCountedConnections() {
  let open = 0;
  let most = 0;
  const counted = new Proxy(db, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (name !== "transaction") return typeof value === "function" ? value.bind(target) : value;
      return () => {
        const begun = target.transaction();
        return {
          execute: async (work: Parameters<typeof begun.execute>[0]) => {
            open += 1;
            most = Math.max(most, open);
            return begun.execute(work).finally(() => (open -= 1));
          },
        };
      };
    },
  });
  return { counted, most: () => most };
}

test("attempts of one source use one connection, and those of many sources three", async () => {
  const { counted, most } = withCountedConnections();
  const limited = throttleIn(counted, () => new Date(clock));
  const attempt = (source: string) => limited.begin([bucket(`account of ${source}`), bucket(source)]);
  await Promise.allSettled(Array.from({ length: 40 }, () => attempt("one office")));
  expect(most()).toBe(1);
  await Promise.allSettled(Array.from({ length: 40 }, (_, number) => attempt(`office ${number}`)));
  expect(most()).toBe(3);
});

test("an attempt that comes while another one of its source is being counted waits for it", async () => {
  const { counted, most } = withCountedConnections();
  const limited = throttleIn(counted, () => new Date(clock));
  const [first, second] = [limited.begin([bucket("one shop")]), limited.begin([bucket("one shop")])];
  await first;
  await Promise.all([second, limited.begin([bucket("one shop")])]);
  expect(most()).toBe(1);
});

test("while many attempts of a source wait, further ones are refused at once, and those of others are not", async () => {
  const holding = Promise.withResolvers<void>();
  const isLocked = Promise.withResolvers<void>();
  await throttle.begin([bucket("flood")]);
  const lock = db.transaction().execute(async (tx) => {
    await tx.selectFrom("throttles").select("bucket").where("bucket", "=", "flood").forUpdate().execute();
    isLocked.resolve();
    await holding.promise;
  });
  await isLocked.promise;
  const waiting = Promise.allSettled(Array.from({ length: 51 }, () => throttle.begin([bucket("flood")])));
  await expect(throttle.begin([bucket("flood")])).rejects.toMatchObject({
    status: 429,
    headers: { "retry-after": "2" },
  });
  await expect(throttle.begin([bucket("quiet street")])).resolves.toBeDefined();
  holding.resolve();
  await lock;
  const outcomes = await waiting;
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
});

test("an attempt that one bucket refuses is not counted in any bucket", async () => {
  for (let attempt = 0; attempt < 3; attempt += 1) await throttle.begin([bucket("full")]);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await expect(throttle.begin([bucket("empty"), bucket("full")])).rejects.toMatchObject({ status: 429 });
  }
  await throttle.begin([bucket("empty")]);
});

test("a successful attempt clears one bucket and is merely not counted in the other", async () => {
  const both = [bucket("person"), bucket("office", "is not counted")];
  await throttle.begin(both);
  await throttle.begin(both);
  const good = await throttle.begin(both);
  await good.succeed();
  await throttle.begin([bucket("person")]);
  await throttle.begin([bucket("person")]);
  await throttle.begin([bucket("office")]);
  await expect(throttle.begin([bucket("office")])).rejects.toMatchObject({ status: 429 });
});

test("an attempt that is removed does not count", async () => {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const attempted = await throttle.begin([bucket("taken back")]);
    await attempted.takeBack();
  }
  const [row] = await db.selectFrom("throttles").select("attempts").where("bucket", "=", "taken back").execute();
  expect(row?.attempts).toBe(0);
});

test("attempts expire after a day without a new one", async () => {
  for (let attempt = 0; attempt < 3; attempt += 1) await throttle.begin([bucket("yesterday")]);
  clock += DAY_MS + 1;
  for (let attempt = 0; attempt < 3; attempt += 1) await throttle.begin([bucket("yesterday")]);
  await expect(throttle.begin([bucket("yesterday")])).rejects.toMatchObject({ status: 429 });
});

test("the sweep removes only expired attempts", async () => {
  await throttle.begin([bucket("old")]);
  clock += 2 * DAY_MS;
  await throttle.begin([bucket("new")]);
  await removeRows(db, "throttles", clock);
  expect(await db.selectFrom("throttles").select("bucket").execute()).toEqual([{ bucket: "new" }]);
});

test("a long wait is given in hours", async () => {
  const slow = { ...bucket("slow"), waits: { free: 1, firstMs: 2 * HOUR_MS, longestMs: 2 * HOUR_MS } };
  await throttle.begin([slow]);
  await expect(throttle.begin([slow])).rejects.toMatchObject({
    detail: "Too many attempts. Try again in 2 hours.",
  });
});

test.each([
  ["192.0.2.77", "192.0.2.0/24"],
  ["::ffff:192.0.2.77", "192.0.2.0/24"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
  ["::1", "::/64"],
  ["fe80::1%eth0", "fe80::/64"],
  ["not an address", "unknown"],
])("%s belongs to the network %s", (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

test.each([
  ["192.0.2.77", null],
  ["::ffff:192.0.2.77", null],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
  ["not an address", null],
])("%s belongs to the site %s", (ip, site) => {
  expect(siteOf(ip)).toBe(site);
});

test("attempts expire gradually, so that occasional mistakes do not add up", async () => {
  for (let day = 0; day < 40; day += 1) {
    await throttle.begin([bucket("typos", "is not counted")]);
    clock += 20 * HOUR_MS;
  }
  await throttle.begin([bucket("typos", "is not counted")]);
  await expect(throttle.begin([bucket("typos", "is not counted")])).resolves.toBeDefined();
});
