import * as fc from "fast-check";
import { listSettings, readinessStates, stationFilters, stationGroup, stationSort } from "../src/stations/index.ts";

const some = <T>(values: readonly T[]) => fc.subarray([...values], { maxLength: 2 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
/** Narrows the list, which most lists are not, so that they have stations. */
const rarely = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

/** Settings of a stations list. */
export const randomListSettings = fc
  .record({
    q: rarely(fc.constantFrom("pier", "!pier", "atlas & harbor", "gc-1|b,", "zurich", "nobody")),
    station_type: rarely(fc.constant("atlas" as const)),
    time: maybe(fc.constantFrom("day" as const, "week" as const)),
    filters: rarely(some(stationFilters)),
    ready: rarely(some(readinessStates)),
    site: rarely(some(["none", "4", "2"])),
    tags: rarely(some(["beta", "wet"])),
    tags_not: rarely(some(["beta", "wet"])),
    sort: maybe(fc.constantFrom(...stationSort.options)),
    direction: maybe(fc.constantFrom("ascending" as const, "descending" as const)),
    group: maybe(fc.constantFrom(...stationGroup.options)),
  })
  .map(listSettings);
