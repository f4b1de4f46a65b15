import { expect, test } from "vitest";
import { type Settlement, settlementsInView } from "./settlements.ts";

const settlements: Settlement[] = [
  ["Metropolis", 50, 10, 5_000_000],
  ["Suburb", 50, 10.1, 900_000],
  ["Elsewhere", 10, 10, 800_000],
  ["Village", 51, 12, 900],
];
const project =
  (pxPerDegree: number) =>
  ([, lat, lng]: Settlement) => ({ x: lng * pxPerDegree, y: -lat * pxPerDegree });
const namesAt = (zoom: number, pxPerDegree: number) =>
  settlementsInView(settlements, { box: [0, 40, 20, 60], zoom, project: project(pxPerDegree) }).map(([name]) => name);

test("zoomed out, only large settlements in view are named; zoomed in, all of them", () => {
  expect(namesAt(4, 20)).toEqual(["Metropolis"]);
  expect(namesAt(5, 2_000)).toEqual(["Metropolis", "Suburb"]);
  expect(namesAt(8, 2_000)).toEqual(["Metropolis", "Suburb", "Village"]);
});

test("of two names that would overlap, the larger settlement's is shown", () => {
  expect(namesAt(8, 200)).toEqual(["Metropolis", "Village"]);
});
