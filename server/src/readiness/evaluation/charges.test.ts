import { expect, test } from "vitest";
import { ChargerWatch, mediansOf, type Charge } from "./charges.ts";

const MINUTE = 60_000;
const charging = (level: number, slot = 1) => ({ slot, status: "CHARGING" as const, level });
const complete = { slot: 1, status: "COMPLETE" as const, level: 100 };

/** Levels each minute, one for each percent. */
function charge(watch: ChargerWatch, from: number, to: number): void {
  for (let level = from; level <= to; level++) watch.note([charging(level)], level * MINUTE);
}

test("a charge has the minutes of each band that was seen from its beginning to its end", () => {
  const watch = new ChargerWatch();
  charge(watch, 82, 99);
  const [minutes] = watch.note([complete], 104 * MINUTE);
  expect(minutes?.map((one, band) => [band * 5, one]).filter(([, one]) => one !== null)).toEqual([
    [85, 5],
    [90, 5],
    [95, 9],
  ]);
});

test("a level that was not seen for several bands is spread over them", () => {
  const watch = new ChargerWatch();
  charge(watch, 4, 5);
  watch.note([charging(20)], 35 * MINUTE);
  const [minutes] = watch.note([{ slot: 1, status: "CONNECTED", level: 21 }], 36 * MINUTE);
  expect(minutes?.slice(0, 5)).toEqual([null, 10, 10, 10, null]);
});

test("another battery in the slot begins another charge", () => {
  const watch = new ChargerWatch();
  charge(watch, 80, 90);
  watch.note([charging(40)], 91 * MINUTE);
  expect(watch.note([complete], 92 * MINUTE)).toEqual([]);
});

test("the rise is known once ten minutes were seen, and is that of ten minutes", () => {
  const watch = new ChargerWatch();
  charge(watch, 10, 19);
  expect([...watch.rises]).toEqual([]);
  charge(watch, 20, 25);
  expect([...watch.rises]).toEqual([[1, 10]]);
  watch.note([charging(20)], 26 * MINUTE);
  expect([...watch.rises]).toEqual([]);
});

// @spec R1.13
test("medians need twenty charges, and are null for bands that none has", () => {
  const charges: Charge[] = Array.from({ length: 20 }, (_, nth) => [nth, ...Array.from({ length: 18 }, () => 7), null]);
  expect(mediansOf(charges.slice(1))).toBeNull();
  const medians = mediansOf(charges);
  expect([medians?.[0], medians?.[1], medians?.[19]]).toEqual([9.5, 7, null]);
});
