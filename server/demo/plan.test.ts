import { defaultBrand } from "@groundcrew/shared/brand";
import { expect, test } from "vitest";
import { planStation } from "./plan.ts";

const options = { seed: 1, now: Date.UTC(2026, 10, 21), brand: defaultBrand };
const fleet = Array.from({ length: 600 }, (_, index) => planStation(index, options));

test("names and serial numbers are unique, and serial numbers count up within their type", () => {
  expect(new Set(fleet.map(({ name }) => name)).size).toBe(fleet.length);
  const serials = (type: string) =>
    fleet.filter((plan) => plan.station_type === type).map((plan) => plan.serial_number);
  expect(serials("atlas").slice(0, 3)).toStrictEqual(["Atlas 0001", "Atlas 0002", "Atlas 0003"]);
  expect(serials("universal").slice(0, 2)).toStrictEqual(["Uni-0001", "Uni-0002"]);
  expect(serials("global").slice(0, 2)).toStrictEqual(["hexGlobal-01", "hexGlobal-02"]);
  expect(new Set(fleet.map((plan) => plan.serial_number)).size).toBe(fleet.length);
});

test("descriptions have a valid length, dates are in order, and coordinates are on earth", () => {
  for (const plan of fleet) {
    expect(plan.description.length).toBeLessThanOrEqual(50);
    expect(Math.abs(plan.lat)).toBeLessThan(90);
    expect(Math.abs(plan.lon)).toBeLessThan(180);
    expect(plan.lastMessageAt ?? plan.created + 1).toBeGreaterThan(plan.created);
    expect(plan.lastMessageAt ?? 0).toBeLessThanOrEqual(options.now);
    expect(Date.parse(plan.shipped ?? "9999-01-01")).toBeGreaterThan(plan.created);
  }
});

test("a station is the same a day later, except for its age", () => {
  const later = planStation(17, { ...options, now: options.now + 86_400_000 });
  const { created: _c, lastMessageAt: _h, shipped: _s, ...same } = planStation(17, options);
  expect(later).toMatchObject(same);
});

test("the names of the provider and the internal organization follow the brand", () => {
  const brand = { ...defaultBrand, provider: "Acme", internal_prefix: "Acme", station_prefix: "acme-" };
  const plans = Array.from({ length: 12 }, (_, index) => planStation(index, { ...options, brand }));
  expect(plans.map(({ organization }) => organization)).toContain("Acme");
  expect(plans.map(({ organization }) => organization)).toContain("Acme Labs");
  expect(plans.every(({ name }) => name.startsWith("acme-"))).toBe(true);
});
