import { expect, test } from "vitest";
import { summary, timesOf } from "../bench/compare.ts";

const BEFORE = `
| 10000 stations | minimum | median | goal |
|---|---|---|---|
| sort → list | 20 ms | 25 ms | 50 ms: reached |
| search → list | 10.5 ms | 12 ms | |
`;

test("the times of a benchmark's rows are those of its cells, without its goals", () => {
  expect([...timesOf(BEFORE)].filter(([, times]) => times.length > 0)).toEqual([
    ["sort → list", [20, 25]],
    ["search → list", [10.5, 12]],
  ]);
});

test("versions are compared by the least times of their runs, and a row is slower from more than 5 % on", () => {
  const text = summary(
    new Map([
      [
        "sort",
        [
          [20, 25],
          [40, 60],
        ],
      ],
      ["search", [[100], [101]]],
      ["gone", [[5]]],
    ]),
    new Map([
      [
        "sort",
        [
          [30, 40],
          [21.4, 25],
        ],
      ],
      ["search", [[105], [110]]],
    ]),
  );
  expect(text.split("\n").slice(2)).toEqual([
    "| sort | 20 → 21.4 (1.07) | 25 → 25 (1.00) | slower |",
    "| search | 100 → 105 (1.05) |  |",
  ]);
});
