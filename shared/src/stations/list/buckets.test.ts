import * as fc from "fast-check";
import { expect, test } from "vitest";
import { sampleStation } from "../../../test/sample-station.ts";
import { bucketCount, bucketHashes, bucketOf, differingBuckets, hashBuckets } from "./buckets.ts";
import { mergeStations } from "./merge.ts";
import { Stations } from "../stations.ts";

const row = fc.record({
  name: fc.nat(5_000).map((number) => `gc-${number.toString(16).padStart(12, "0")}`),
  rev: fc.nat(2 ** 47),
});
const rows = fc.uniqueArray(row, { selector: ({ name }) => name, maxLength: 300 });

test("equal lists differ in no bucket, whatever their order", () => {
  fc.assert(
    fc.property(rows, (list) => {
      expect(differingBuckets(hashBuckets(list.toReversed()), hashBuckets(list)).replaced).toEqual([]);
    }),
  );
});

test("the hashes of any list are a valid parameter, and fit into the line of a request", () => {
  fc.assert(
    fc.property(rows, (list) => {
      expect(bucketHashes.safeParse(hashBuckets(list)).error).toBeUndefined();
    }),
  );
  const many = Array.from({ length: 100_000 }, (_, index) => ({ name: `gc-${index}`, rev: index }));
  expect(hashBuckets(many)).toHaveLength(4_096);
});

test.each(["", "abc", "aaaaaaaaaaaa", "a+aa", "a".repeat(8_192)])("%j is no valid parameter", (text) => {
  expect(bucketHashes.safeParse(text).success).toBe(false);
});

test("stations are spread over the buckets", () => {
  const counts = Map.groupBy(
    Array.from({ length: 10_000 }, (_, index) => `gc-${index}`),
    (name) => bucketOf(name, 1_024),
  );
  expect(counts.size).toBeGreaterThan(1_000);
  expect(Math.max(...Array.from(counts.values(), (names) => names.length))).toBeLessThan(40);
});

test("with the rows of the buckets that differ, a client has the server's list", () => {
  fc.assert(
    fc.property(rows, rows, (one, other) => {
      const known = new Map(one.map((revised) => [revised.name, sampleStation(revised)]));
      const server = [...one.slice(0, one.length / 2), ...other.filter(({ name }) => !known.has(name))];
      const sentHashes = hashBuckets(one);
      const buckets = differingBuckets(hashBuckets(server, bucketCount(sentHashes)), sentHashes);
      const sent = server.filter(({ name }) => buckets.replaced.includes(bucketOf(name, buckets.count)));
      const { stations } = mergeStations(Stations.of(known), [
        { buckets },
        ...sent.map((revised) => sampleStation(revised)),
      ]);
      const result = Array.from(stations.values(), ({ name, rev }) => `${name} ${rev}`);
      expect(result.toSorted()).toEqual(server.map(({ name, rev }) => `${name} ${rev}`).toSorted());
    }),
  );
});
