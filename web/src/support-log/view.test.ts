import { expect, test } from "vitest";
import { entryInHash, logView, queueView } from "./view.ts";

test("the default view has no filter, and its address is empty", () => {
  const standard = logView.read({});
  expect(standard).toEqual({ t: "all", q: "", status: [], tag: "", author: "", org: "", own: "all" });
  expect(logView.filtered(standard)).toEqual([]);
  expect(logView.write(standard)).toEqual({});
});

test.each([
  { "supportlog-t": "week" },
  { "supportlog-q": "belt | roof" },
  { "supportlog-status": "record,incident_pending" },
  { "supportlog-tag": "motor", "supportlog-author": "Kari N." },
  { "supportlog-org": "Harbor & Air, 2" },
  { own: "unassigned" },
])("%j is restored from its address", (address) => {
  expect(logView.write(logView.read(address))).toEqual(address);
});

test("the queue shares the organization and the owner with the entries, and keeps the rest of their address", () => {
  const address = { "supportlog-q": "belt", "supportlog-org": "Harbor Air", own: "mine" };
  expect(queueView.read(address)).toEqual({ org: "Harbor Air", own: "mine", sort: "serial", all: false, q: "" });
  const next = { ...queueView.read(address), sort: "errors", all: true, q: "atlas", own: "all" } as const;
  expect(queueView.write(next, address)).toEqual({
    "supportlog-q": "belt",
    "supportlog-org": "Harbor Air",
    "supportlog-sort": "errors",
    "supportlog-all": "1",
    "supportlog-queue": "atlas",
  });
});

test("invalid values in an address are ignored, and long ones are truncated", () => {
  const query = { "supportlog-t": "fortnight", "supportlog-status": "open,note", "supportlog-org": 5 };
  expect(logView.read(query)).toEqual({ ...logView.read({}), status: ["note"] });
  expect(queueView.read({ "supportlog-all": "yes", "supportlog-sort": "size" })).toEqual(queueView.read({}));
  expect(logView.read({ "supportlog-q": "x".repeat(12_000) }).q).toHaveLength(200);
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
