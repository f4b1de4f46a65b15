import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../../shared/test/property-runs.ts";
import { addEntry, addErrors, addTag, HARBOR, triageRig } from "../../test/triage-rig.ts";

const { db, app, call } = await triageRig();
const entry = await addEntry(db, HARBOR, { status: "incident_pending" });
const tag = await addTag(db, { name: "Roof", alerting: true, alert_target: "ops@groundcrew.example" });
const [error = 0] = await addErrors(db, HARBOR, [{}]);

const id = fc.oneof(fc.constantFrom(entry, error, tag, 0, -1, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 1.5, 1e300), fc.integer());
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom("", "\0", "\ud800", "'; drop table stations; --", "%s"),
);
const status = fc.constantFrom(
  "note",
  "record",
  "incident_needs_action",
  "incident_resolved",
  "incident_pending_urgent",
);
const anything = fc.jsonValue({ maxDepth: 3 });
const written = fc.record(
  {
    content: fc.oneof(text, fc.record({ kind: fc.constant("manual_plain"), text }), anything),
    status: fc.oneof({ weight: 4, arbitrary: status }, anything),
    tags: fc.oneof({ weight: 4, arbitrary: fc.array(id, { maxLength: 3 }) }, anything),
    attached_errors: fc.oneof({ weight: 4, arbitrary: fc.array(id, { maxLength: 3 }) }, anything),
    public: fc.oneof(fc.boolean(), anything),
  },
  { requiredKeys: ["content", "status"] },
);
const changed = fc.record(
  { status: fc.oneof(status, anything), public: fc.oneof(fc.boolean(), anything) },
  { requiredKeys: [] },
);
const defined = fc.record(
  { name: text, alert_target: fc.oneof(text, fc.webUrl(), fc.emailAddress()), alias_for_id: fc.oneof(id, anything) },
  { requiredKeys: ["name"] },
);
const errorChange = fc.record({ id, solution: text, supportlog_entry_id: id }, { requiredKeys: ["id"] });

test.each([
  ["POST", `/stations/${HARBOR}/supportlog`, written],
  ["POST", `/supportlog/entries/${entry}/replies`, written],
  ["PATCH", `/supportlog/entries/${entry}`, changed],
  ["POST", "/supportlog/tags", defined],
  ["PATCH", `/stations/${HARBOR}/errors`, fc.array(errorChange, { maxLength: 4 })],
] as const)("whatever is sent with %s to %s, it is never the server's fault", async (method, path, likely) => {
  const body = fc.oneof({ weight: 4, arbitrary: likely }, { weight: 1, arbitrary: anything });
  await fc.assert(
    fc.asyncProperty(body, async (body) => {
      const reply = await call("admin", path, { method, body });
      expect(reply.statusCode).toBeLessThan(500);
    }),
    cases(40),
  );
});

test("no query parameter causes a server error", async () => {
  const key = fc.oneof(fc.constantFrom("filter_resolved", "filter_after", "limit", "__proto__"), fc.string());
  const value = fc.oneof(
    text,
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    fc.integer().map(String),
  );
  const paths = fc.constantFrom(`/api/stations/${HARBOR}/errors`, "/api/supportlog/entries", "/api/supportlog/tags");
  await fc.assert(
    fc.asyncProperty(paths, fc.array(fc.tuple(key, value), { maxLength: 3 }), async (path, pairs) => {
      const query = pairs.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join("&");
      const reply = await app.inject({ url: `${path}?${query}`, headers: { cookie: "admin" } });
      expect(reply.statusCode).toBeLessThan(500);
    }),
    cases(80),
  );
});

test("a request with any If-None-Match header gets an answer", async () => {
  await fc.assert(
    fc.asyncProperty(fc.stringMatching(/^[ -~]{0,60}$/), async (tag) => {
      const headers = { "if-none-match": tag };
      const reply = await call("admin", `/stations/${HARBOR}/errors`, { headers });
      expect([200, 304]).toContain(reply.statusCode);
    }),
    cases(20),
  );
});

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
