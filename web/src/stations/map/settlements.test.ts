import { expect, test } from "vitest";
import { type Place, settlementsInView } from "./settlements.ts";

const places: Place[] = [
  ["Metropolis", 50, 10, 5_000_000],
  ["Suburb", 50, 10.1, 900_000],
  ["Elsewhere", 10, 10, 800_000],
  ["Village", 51, 12, 900],
];
const project =
  (pxPerDegree: number) =>
  ([, lat, lng]: Place) => ({ x: lng * pxPerDegree, y: -lat * pxPerDegree });
const namesAt = (zoom: number, pxPerDegree: number) =>
  settlementsInView(places, { box: [0, 40, 20, 60], zoom, project: project(pxPerDegree) }).map(([name]) => name);

test("from afar only large settlements in view are named, closer up all of them", () => {
  expect(namesAt(4, 20)).toEqual(["Metropolis"]);
  expect(namesAt(5, 2_000)).toEqual(["Metropolis", "Suburb"]);
  expect(namesAt(8, 2_000)).toEqual(["Metropolis", "Suburb", "Village"]);
});

test("of two names that would overlap the larger settlement's stays", () => {
  expect(namesAt(8, 200)).toEqual(["Metropolis", "Village"]);
});
