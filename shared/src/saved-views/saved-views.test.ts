import * as fc from "fast-check";
import { expect, test } from "vitest";
import { defaultViewSettings, stationsView } from "../stations/index.ts";
import { builtInSettings, fullQuery } from "./built-in.ts";
import { canChangeView, savedSettings } from "./saved-view.ts";

test("a view is changed by its owner, managers and admins", () => {
  const user = { can_manage: false, can_admin: false };
  expect(canChangeView(user, { is_mine: true })).toBe(true);
  expect(canChangeView(user, { is_mine: false })).toBe(false);
  expect(canChangeView({ ...user, can_manage: true }, { is_mine: false })).toBe(true);
  expect(canChangeView({ ...user, can_admin: true }, { is_mine: false })).toBe(true);
});

const keys = [
  "stations-sort",
  "stations-q",
  "stations-t",
  "stations-type",
  "stations-f-actual",
  "stations-map",
  "stations-gone",
];
const texts = ["swaps", "size", "reno", "week", "", "global", "0", "1", "52.5,4,9"];
const addresses = fc.dictionary(fc.constantFrom(...keys), fc.constantFrom(...texts));

test("a view opens as it was saved, also with settings that the list no longer has, except for the visible part of the map", () => {
  fc.assert(
    fc.property(addresses, (address) => {
      const settings = stationsView.read(address);
      const saved = savedSettings(settings);
      expect(stationsView.read(saved)).toEqual({ ...settings, mapAt: null });
      expect(stationsView.read({ ...saved, "stations-gone": "1" })).toEqual({ ...settings, mapAt: null });
    }),
  );
});

test("everyone has all stations of every type, those that need a person, and the list without a view", () => {
  expect([builtInSettings(undefined), builtInSettings("none")]).toEqual([defaultViewSettings, defaultViewSettings]);
  const all = { ...defaultViewSettings, stationType: null };
  expect(builtInSettings("all")).toEqual(all);
  expect(builtInSettings("needs-person")).toEqual({ ...all, filters: { ...all.filters, flagged: true } });
  expect([builtInSettings("7"), builtInSettings("toString")]).toEqual([undefined, undefined]);
});

test("an address with all settings is never empty, and opens with them", () => {
  expect(fullQuery(defaultViewSettings)).toEqual({ view: "none" });
  expect(fullQuery({ ...defaultViewSettings, sort: "swaps" })).toEqual({ "stations-sort": "swaps" });
});
