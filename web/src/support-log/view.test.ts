import { expect, test } from "vitest";
import {
  emptyFilter,
  entryInHash,
  isFiltered,
  findSupportLogPage,
  supportLogQuery,
  supportLogView,
  type SupportLogView,
} from "./view.ts";

test.each([
  ["", "entries"],
  ["entries", "entries"],
  ["entries/", "entries"],
  ["triage", "triage"],
  ["tags", "tags"],
  ["nothing", null],
  ["tags/1", null],
  ["print", "print"],
])("the path %j below the area is the page %j", (path, page) => {
  expect(findSupportLogPage(path)).toBe(page);
});

const defaultView = supportLogView({});

test("the default view has no filter, and its address is empty", () => {
  expect(defaultView).toEqual({
    ...emptyFilter,
    time: "all",
    includeAll: false,
    queueSearch: "",
    order: "serial",
    own: "all",
  });
  expect(isFiltered(defaultView)).toBe(false);
  expect(supportLogQuery(defaultView)).toEqual({});
});

test.each<Partial<SupportLogView>>([
  { time: "week" },
  { search: "belt | roof" },
  { statuses: ["record", "incident_pending"] },
  { tag: "motor", author: "Kari N." },
  { organization: "Harbor & Air, 2" },
  { includeAll: true, order: "errors", queueSearch: "atlas" },
  { own: "unassigned" },
])("%j is restored from its address", (changes) => {
  const view = { ...defaultView, ...changes };
  const { statuses, ...rest } = supportLogView(supportLogQuery(view));
  expect({ ...rest, statuses: new Set(statuses) }).toEqual({ ...view, statuses: new Set(view.statuses) });
});

test("invalid values in an address are ignored, and long ones are truncated", () => {
  const query = {
    "supportlog-t": "fortnight",
    "supportlog-all": "yes",
    "supportlog-sort": "size",
    "supportlog-org": 5,
  };
  expect(supportLogView({ ...query, "supportlog-status": "open,note" })).toEqual({
    ...defaultView,
    statuses: ["note"],
  });
  const search = "x".repeat(12_000);
  expect(supportLogView({ "supportlog-q": search }).search).toHaveLength(200);
  expect(supportLogQuery({ ...defaultView, search })["supportlog-q"]).toHaveLength(200);
});

test.each([
  ["#12", 12],
  ["12", 12],
  ["", null],
  ["#top", null],
  ["#12a", null],
  ["#-1", null],
])("the hash %j is the entry %j", (hash, entry) => {
  expect(entryInHash(hash)).toBe(entry);
});
