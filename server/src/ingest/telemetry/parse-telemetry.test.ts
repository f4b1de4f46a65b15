import { expect, test } from "vitest";
import { envelope, teleOf } from "../../../test/stations.ts";
import { orderIn } from "./parse-telemetry.ts";

const order = (message: unknown) =>
  orderIn(Buffer.from(typeof message === "string" ? message : JSON.stringify(message)));
const current = teleOf(envelope(3, 17), { door: "open" });
const { v, id, boot, seq, ts, data } = current;

test("the order of a snapshot is read from how its message begins", () => {
  expect(order(current)).toEqual({ boot: 3, seq: 17 });
  expect(order({ ...current, ts: -1e300 })).toEqual({ boot: 3, seq: 17 });
});

test.each([
  { what: "is historical", message: { ...current, data: { ...data, historical: true } } },
  { what: "may be historical", message: JSON.stringify(current).replace('"door"', String.raw`"\u0064oor"`) },
  { what: "has its fields in another order", message: { v, id, seq, boot, ts, data } },
  { what: "has spaces", message: JSON.stringify(current, null, 1) },
  { what: "has an id with a quotation mark", message: { ...current, id: 'a","boot":9,"seq":9' } },
  { what: "has no snapshot", message: { v, id, boot, seq, ts, data: {} } },
  { what: "is longer than is allowed", message: JSON.stringify(current) + " ".repeat(140_000) },
  { what: "is not JSON", message: "noise" },
])("a message that $what has no order before it is parsed", ({ message }) => {
  expect(order(message)).toBeNull();
});
