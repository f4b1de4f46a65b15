import { defaultBrand } from "@groundcrew/shared/brand";
import type { SwapStats } from "@groundcrew/shared/stats";
import { expect, test } from "vitest";
import { sampleStation } from "../../../shared/test/sample-station.ts";
import { nextSwapSort, sortedSwapRows, swapHeadingSort, swapRows, swapsCsv, swapsView } from "./swap-columns.ts";

const first = sampleStation({ name: "gc-00000000000a", serial_number: "Atlas 0001", organization_name: "Harbor Air" });
const second = sampleStation({ name: "gc-00000000000b", serial_number: "Atlas 0002", organization_name: "Harbor Air" });
const counts: SwapStats = {
  station: "gc-00000000000a",
  swaps_all: 1_200,
  swaps_year: 900,
  swaps_months_3: 300,
  swaps_months_1: 100,
  swaps_week: 20,
  swaps_day: 0,
  swaps_shipment: null,
};

const sortIn = (text: string) => swapsView.read({ "ssot-swaps-sort": text }).sort;

test("stations keep their order and have their counts, if there are any", () => {
  const rows = swapRows([second, first], [counts]);
  expect(rows.map(({ station, counts }) => [station.serial_number, counts?.swaps_all])).toEqual([
    ["Atlas 0002", undefined],
    ["Atlas 0001", 1_200],
  ]);
});

// @spec 115.1
test("the CSV file has all columns, with unknown values empty", () => {
  const [head, row] = swapsCsv(swapRows([first], [counts]), defaultBrand).split("\r\n");
  expect(head).toBe(
    "\uFEFFDashboard ID,Serial Number,Organization,Swaps,Swaps (Shipment),Swaps (Year),Swaps (3 Months),Swaps (Month),Swaps (Week),Swaps (Day)",
  );
  expect(row).toBe("00000000000a,Atlas 0001,Harbor Air,1200,,900,300,100,20,0");
});

test("rows are sorted by a column's counts, unknown ones last in both directions", () => {
  const third = sampleStation({ name: "gc-00000000000c", serial_number: "Atlas 0003" });
  const rows = swapRows([first, second, third], [counts, { ...counts, station: third.name, swaps_day: 7 }]);
  const serials = (sort: string) => {
    const by = sortIn(sort);
    return (
      by &&
      sortedSwapRows(rows, by)
        .map(({ station }) => station.serial_number.slice(-1))
        .join("")
    );
  };
  expect(serials("-swaps_day")).toBe("312");
  expect(serials("swaps_day")).toBe("132");
  expect(serials("-serial_number")).toBe("321");
  expect(serials("swaps_shipment")).toBe("123");
  expect(serials("color")).toBeNull();
});

test("a heading sorts counts in descending order, text in ascending order, and reverses when pressed again", () => {
  const after = (before: string, pressed: string) => swapsView.write({ sort: nextSwapSort(sortIn(before), pressed) });
  expect(after("", "swaps_day")).toEqual({ "ssot-swaps-sort": "-swaps_day" });
  expect(after("-swaps_day", "swaps_day")).toEqual({ "ssot-swaps-sort": "swaps_day" });
  expect(after("-swaps_day", "organization")).toEqual({ "ssot-swaps-sort": "organization" });
  expect(after("organization", "organization")).toEqual({ "ssot-swaps-sort": "-organization" });
});

test("a column's sort is reversed when it differs from that of the first press", () => {
  const isReversed = (sort: string) => {
    const by = sortIn(sort);
    return by && swapHeadingSort(by).isReversed;
  };
  expect(["-swaps_day", "swaps_day", "organization", "-organization"].map(isReversed)).toEqual([
    false,
    true,
    false,
    true,
  ]);
});
