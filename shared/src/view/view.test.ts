import { expect, test } from "vitest";
import * as fc from "fast-check";
import { DAY_MS } from "../lib/index.ts";
import { checked, choice, flag, id, kept, keyed, order, sentAs, several, since, text, viewOf } from "./index.ts";

const view = viewOf(
  "x",
  {
    state: choice(["new", "old"]),
    section: kept(choice(["ended"], "active")),
    sort: order(["name", "age"], "name"),
    org: sentAs("org_id", id()),
    name: checked({ safeParse: (name) => ({ success: /^[a-z]+$/.test(name) }) }),
    tags: several(["a", "b", "c"]),
    all: keyed("everything", sentAs("include_all", flag())),
    t: sentAs("after", since("all")),
    q: text(5),
  },
  ({ state, ...values }) => ({ ...values, state: values.section === "active" ? state : "" }),
);
const standard = view.read({});
const someKeys = ["x-state", "x-section", "x-sort", "x-org", "x-name", "x-tags", "everything", "x-t", "x-q", "y-q"];
const someTexts = ["new", "old", "ended", "age", "7", "c,a", "1", "week", "zebra", "", "A B", "toString", "active"];
const addresses = fc.dictionary(
  fc.constantFrom(...someKeys),
  fc.oneof(fc.constantFrom<unknown>(...someTexts), fc.string(), fc.integer()),
);

test("an address with a view is read as this view, whatever it was written from", () => {
  fc.assert(
    fc.property(addresses, (address) => {
      const values = view.read(address);
      expect(view.read(view.write(values))).toEqual(values);
      expect(view.read(view.write(values, address))).toEqual(values);
    }),
  );
});

test("an address with what differs from another view is read as this view, and so is one with everything", () => {
  fc.assert(
    fc.property(addresses, addresses, (address, other) => {
      const [values, base] = [view.read(address), view.read(other)];
      const differences = view.write(values, {}, base);
      expect(view.read(differences, base)).toEqual(values);
      expect(view.read({ ...view.write(base), ...differences })).toEqual(values);
      expect(view.known({ ...differences, "y-q": "other", "x-sort": 5 })).toEqual({
        ...differences,
        "x-sort": undefined,
      });
      expect(view.write(base, {}, base)).toEqual({});
      expect(view.read({}, base)).toEqual(base);
    }),
  );
});

test("a text that is not valid leaves the value of the view that an address differs from", () => {
  const base = { ...standard, sort: "age", state: "new", q: "a" } as const;
  expect(view.read({ "x-sort": "size", "x-state": "", "x-org": "-1", "x-q": "" }, base)).toEqual({
    ...standard,
    sort: "age",
  });
});

test("an address has only what differs from the default, and keeps what is not the view's", () => {
  expect(view.write(standard)).toEqual({});
  expect(view.write({ ...standard, q: "zebra", all: true }, { "y-q": "other", "x-t": "week", number: 5 })).toEqual({
    "y-q": "other",
    number: 5,
    "x-q": "zebra",
    everything: "1",
  });
});

test("values that are not valid are ignored, and long texts are cut", () => {
  const invalid = { "x-state": "toString", "x-sort": 5, "x-org": "-1", "x-name": "A B", "x-tags": "z", "x-t": "hour" };
  expect(view.read(invalid)).toEqual(standard);
  expect(view.read({ "x-q": "zebra-finch", "x-tags": "c,x,a" })).toEqual({ ...standard, q: "zebra", tags: ["a", "c"] });
  expect(view.write({ ...standard, q: "zebra-finch" })).toEqual({ "x-q": "zebra" });
});

test("a setting that does not apply has its default", () => {
  expect(view.read({ "x-section": "ended", "x-state": "new" }).state).toBe("");
  expect(view.write({ ...standard, section: "ended", state: "new" })).toEqual({ "x-section": "ended" });
});

test("a view without filters keeps its order, and no filter is set in it", () => {
  fc.assert(
    fc.property(addresses, (address) => {
      const values = view.read(address);
      const cleared = view.cleared(values);
      expect(view.filtered(cleared)).toEqual([]);
      expect(cleared).toMatchObject({ sort: values.sort, section: values.section });
      const isSame = JSON.stringify(view.write(cleared)) === JSON.stringify(view.write(values));
      expect(view.filtered(values).length === 0).toBe(isSame);
    }),
  );
  const narrowed = { ...standard, q: "zebra", org: "7" };
  expect(view.filtered(narrowed)).toEqual(["org", "q"]);
  expect(view.cleared(narrowed, ["org"])).toEqual({ ...narrowed, org: "" });
});

test("a call is sent what filters, the order, and the start of a time in whole minutes", () => {
  const now = Date.parse("2026-05-08T12:00:30.000Z");
  expect(view.call(standard, now)).toEqual({ sort: "name" });
  const all = { state: "new", org: "7", name: "bob", tags: ["a"], all: true, t: "week", q: " x " } as const;
  expect(view.call({ ...standard, ...all }, now)).toEqual({
    state: "new",
    sort: "name",
    org_id: 7,
    name: "bob",
    tags: ["a"],
    include_all: true,
    after: new Date(now - 7 * DAY_MS - 30_000).toISOString(),
    q: "x",
  });
});
