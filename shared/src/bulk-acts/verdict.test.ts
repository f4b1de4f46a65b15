import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Placement } from "../sites/index.ts";
import { bulkVerdict, type BulkFacts, type PlannedAct } from "./verdict.ts";

const NOW = "2026-11-29T12:00:00.000Z";
const MAINTENANCE: PlannedAct = { kind: "maintenance", user: { can_admin: false, can_manage: true, org_id: 1 } };
const ASSIGN: PlannedAct = { kind: "assign", owner_id: 6, replaces: new Set([1]) };
const place = (placement: Partial<Placement>, org_id = 1): PlannedAct => ({
  kind: "place",
  user: { can_admin: false, can_manage: true, org_id },
  placement: { add_tags: [], remove_tags: [], ...placement },
});
const facts: BulkFacts = { org_id: 1, retired: null, last_online_status: true, last_online: NOW, maintenance: null };

test.each<[string, PlannedAct, Partial<BulkFacts>, string]>([
  ["maintenance", MAINTENANCE, {}, "done"],
  ["maintenance", MAINTENANCE, { maintenance: { until: NOW } }, `unchanged maintenance ${NOW}`],
  ["maintenance", MAINTENANCE, { planned: NOW }, `left_out planned ${NOW}`],
  ["maintenance", MAINTENANCE, { retired: NOW, maintenance: { until: NOW } }, "left_out retired null"],
  ["maintenance of others", MAINTENANCE, { org_id: 2, retired: NOW }, "left_out not_yours null"],
  ["an entry", { kind: "entry" }, { retired: NOW }, "done"],
  ["images", { kind: "images" }, { maintenance: { until: NOW } }, "done"],
  ["images", { kind: "images" }, { last_online_status: false }, `left_out offline ${NOW}`],
  ["images", { kind: "images" }, { last_online_status: false, last_online: null }, "left_out offline null"],
  ["images", { kind: "images" }, { retired: NOW }, "left_out retired null"],
  ["a move", { kind: "move", org_id: 2 }, { retired: NOW }, "done"],
  ["a move", { kind: "move", org_id: 1 }, {}, "unchanged organization null"],
  ["a site", place({ site_id: 4 }), { site_id: 3 }, "done"],
  ["a site", place({ site_id: 4 }), { site_id: 4, retired: NOW }, "unchanged placed null"],
  ["no site", place({ site_id: null }), {}, "unchanged placed null"],
  ["a tag", place({ add_tags: ["beta"] }), { tags: ["coastal"] }, "done"],
  ["a tag", place({ add_tags: ["beta"] }), { tags: ["beta"] }, "unchanged placed null"],
  ["no tag", place({ remove_tags: ["beta"] }), { tags: ["beta"] }, "done"],
  ["no tag", place({ remove_tags: ["beta"] }), {}, "unchanged placed null"],
  ["a site of others", place({ site_id: 4 }, 2), { site_id: 4 }, "left_out not_yours null"],
  ["assigning", ASSIGN, { has_errors: true }, "done"],
  ["assigning", ASSIGN, { has_errors: true, retired: NOW }, "left_out retired null"],
  ["assigning", ASSIGN, { has_errors: false }, "left_out no_errors null"],
  ["assigning", ASSIGN, { has_errors: true, owner: { owner_id: 6, rev: 1 } }, "unchanged owned null"],
  ["assigning", ASSIGN, { has_errors: true, owner: { owner_id: 7, rev: 1 } }, "done"],
  ["assigning", ASSIGN, { has_errors: true, owner: { owner_id: 7, rev: 2 } }, "left_out owned_since null"],
  ["retiring", { kind: "retire" }, {}, "done"],
  ["retiring", { kind: "retire" }, { retired: NOW }, "unchanged retired null"],
  ["restoring", { kind: "restore" }, { retired: NOW }, "done"],
  ["restoring", { kind: "restore" }, {}, "unchanged in_service null"],
])("%s: %o of a station with %o is %s", (_, act, other, expected) => {
  const verdict = bulkVerdict(act, { ...facts, ...other });
  const text =
    verdict.is === "done" ? verdict.is : [verdict.is, verdict.reason.code, String(verdict.reason.at)].join(" ");
  expect(text).toBe(expected);
});

test("what an act has done to a station, it does not do again", () => {
  const time = fc.constantFrom(null, NOW);
  const anyFacts = fc.record({
    org_id: fc.integer({ min: 1, max: 3 }),
    retired: time,
    last_online_status: fc.boolean(),
    last_online: time,
    maintenance: fc.constantFrom(null, { until: NOW }),
    planned: time,
  });
  const effects: [PlannedAct, Partial<BulkFacts>][] = [
    [MAINTENANCE, { maintenance: { until: NOW } }],
    [{ kind: "move", org_id: 2 }, { org_id: 2 }],
    [{ kind: "retire" }, { retired: NOW }],
    [{ kind: "restore" }, { retired: null }],
  ];
  fc.assert(
    fc.property(anyFacts, fc.constantFrom(...effects), (before, [act, effect]) => {
      const isRepeated =
        bulkVerdict(act, before).is === "done" && bulkVerdict(act, { ...before, ...effect }).is === "done";
      expect(isRepeated).toBe(false);
    }),
  );
});
