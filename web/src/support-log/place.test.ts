import { expect, test } from "vitest";
import {
  emptyFilter,
  entryInHash,
  isFiltered,
  supportLogPlace,
  supportLogQuery,
  supportLogView,
  type SupportLogView,
} from "./place.ts";

test.each([
  ["", "entries"],
  ["entries", "entries"],
  ["entries/", "entries"],
  ["triage", "triage"],
  ["tags", "tags"],
  ["nothing", null],
  ["tags/1", null],
  ["print", "print"],
])("%j below the area leads to %j", (path, place) => {
  expect(supportLogPlace(path)).toBe(place);
});

const usual = supportLogView({});

test("the usual view leaves nothing out, and its address is empty", () => {
  expect(usual).toEqual({ ...emptyFilter, time: "all", isWhole: false, queueSearch: "", order: "serial" });
  expect(isFiltered(usual)).toBe(false);
  expect(supportLogQuery(usual)).toEqual({});
});

test.each<Partial<SupportLogView>>([
  { time: "week" },
  { search: "belt | roof" },
  { statuses: ["record", "incident_pending"] },
  { tag: "motor", author: "Kari N." },
  { organization: "Harbor & Air, 2" },
  { isWhole: true, order: "errors", queueSearch: "atlas" },
])("%j is read back from its address", (chosen) => {
  const view = { ...usual, ...chosen };
  const { statuses, ...rest } = supportLogView(supportLogQuery(view));
  expect({ ...rest, statuses: new Set(statuses) }).toEqual({ ...view, statuses: new Set(view.statuses) });
});

test("what makes no sense in an address is left out, and what is too long is cut", () => {
  const query = {
    "supportlog-t": "fortnight",
    "supportlog-all": "yes",
    "supportlog-sort": "size",
    "supportlog-org": 5,
  };
  expect(supportLogView({ ...query, "supportlog-status": "open,note" })).toEqual({ ...usual, statuses: ["note"] });
  const search = "x".repeat(12_000);
  expect(supportLogView({ "supportlog-q": search }).search).toHaveLength(200);
  expect(supportLogQuery({ ...usual, search })["supportlog-q"]).toHaveLength(200);
});

test.each([
  ["#12", 12],
  ["12", 12],
  ["", null],
  ["#top", null],
  ["#12a", null],
  ["#-1", null],
])("the hash %j leads to %j", (hash, entry) => {
  expect(entryInHash(hash)).toBe(entry);
});
