import { expect, test } from "vitest";
import { SPIDER_MAX, spiderLegs } from "./spider.ts";

/** Width of a marker, in px. */
const MARKER_PX = 26;

test("markers that are spread out overlap neither each other nor their centre", () => {
  for (let count = 2; count <= SPIDER_MAX; count += 1) {
    const feet = [{ x: 0, y: 0 }, ...spiderLegs(count)];
    const distances = feet.flatMap((one, at) =>
      feet.slice(at + 1).map((two) => Math.hypot(one.x - two.x, one.y - two.y)),
    );
    expect(feet).toHaveLength(count + 1);
    expect(Math.min(...distances)).toBeGreaterThan(MARKER_PX);
  }
});
