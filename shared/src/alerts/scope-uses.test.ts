import * as fc from "fast-check";
import { expect, test } from "vitest";
import { sampleStation } from "../../test/sample-station.ts";
import { defaultBrand } from "../brand.ts";
import { ruleScope, type RuleScope } from "./rule.ts";
import { compileScope } from "./scope.ts";
import { contradictsItself, usesSite, usesTag, withTagRenamed } from "./scope-uses.ts";

function watches(scope: RuleScope, station: object, isProvider = true): boolean {
  const rule = { scope, org_id: 1, isProvider, members: null };
  return compileScope(rule, defaultBrand)({ ...sampleStation({ org_id: 1 }), ...station });
}

test.each<[RuleScope, object, boolean]>([
  [{ kind: "sites", site_ids: [4, 7] }, { site_id: 7 }, true],
  [{ kind: "sites", site_ids: [4, 7] }, { site_id: 8 }, false],
  [{ kind: "sites", site_ids: [4, 7] }, {}, false],
  [{ kind: "tags", any: ["beta"], not: [] }, { tags: ["beta"] }, true],
  [{ kind: "tags", any: ["beta"], not: [] }, {}, false],
  [{ kind: "tags", any: [], not: ["beta"] }, {}, true],
  [{ kind: "tags", any: ["coastal"], not: ["beta"] }, { tags: ["beta", "coastal"] }, false],
  [{ kind: "view", query: { "stations-site": "none" }, name: null }, {}, true],
  [{ kind: "view", query: { "stations-site": "none" }, name: null }, { site_id: 7 }, false],
  [{ kind: "view", query: { "stations-tags-not": "beta" }, name: null }, { tags: ["beta"] }, false],
])("a rule for %j watches a station with %j: %s", (scope, station, expected) => {
  expect(watches(scope, station)).toBe(expected);
});

test("only rules of the provider use its tags", () => {
  const station = { tags: ["beta"], forAdmins: { tags: ["beta", "loan-unit"] } };
  const scope: RuleScope = { kind: "tags", any: ["loan-unit"], not: [] };
  expect([watches(scope, station), watches(scope, station, false)]).toEqual([true, false]);
  const others: RuleScope = { kind: "tags", any: [], not: ["loan-unit"] };
  expect([watches(others, station), watches(others, station, false)]).toEqual([false, true]);
});

const name = fc.constantFrom("beta", "coastal", "crane-nearby", "x");
const names = fc.uniqueArray(name, { maxLength: 4 });
const scope = fc.oneof(
  fc.record({ kind: fc.constant("tags" as const), any: fc.uniqueArray(name, { minLength: 1 }), not: names }),
  fc.record({ any: names, not: names }).map(({ any, not }) => ({
    kind: "view" as const,
    query: { "stations-tags": any.join(), "stations-tags-not": not.join(), "stations-q": "yard" },
    name: null,
  })),
);

test("with a tag under a new name, a rule watches the same stations", () => {
  fc.assert(
    fc.property(scope, name, names, (rule, from, tags) => {
      const renamed = withTagRenamed(rule, { from, to: "new-name" });
      const after = tags.map((tag) => (tag === from ? "new-name" : tag));
      expect(ruleScope.safeParse(renamed).success).toBe(true);
      expect(usesTag(renamed, from)).toBe(false);
      expect(usesTag(renamed, "new-name")).toBe(usesTag(rule, from));
      const text = { description: "Yard" };
      expect(watches(renamed, { ...text, tags: after })).toBe(watches(rule, { ...text, tags }));
    }),
  );
});

test.each<[RuleScope, boolean]>([
  [{ kind: "tags", any: ["beta", "x"], not: ["beta"] }, true],
  [{ kind: "tags", any: ["x"], not: ["beta"] }, false],
  [{ kind: "view", query: { "stations-tags": "x,beta", "stations-tags-not": "beta" }, name: null }, true],
  [{ kind: "all" }, false],
])("%j contradicts itself: %s", (contrary, expected) => {
  expect(contradictsItself(contrary)).toBe(expected);
});

test("a rule that keeps the name before has stations with either", () => {
  const rule: RuleScope = { kind: "tags", any: ["x"], not: ["beta"] };
  const renamed = withTagRenamed(rule, { from: "beta", to: "early", keeps: true });
  expect(renamed).toEqual({ ...rule, not: ["beta", "early"] });
});

test("a rule is for a site that it or its view names", () => {
  expect(usesSite({ kind: "sites", site_ids: [7] }, 7)).toBe(true);
  expect(usesSite({ kind: "view", query: { "stations-site": "7,none" }, name: null }, 7)).toBe(true);
  expect(usesSite({ kind: "view", query: { "stations-site": "70" }, name: null }, 7)).toBe(false);
  expect(usesSite({ kind: "all" }, 7)).toBe(false);
});
