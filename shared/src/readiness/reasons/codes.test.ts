import { expect, test } from "vitest";
import { stationType } from "../../telemetry/index.ts";
import { reasonCode, reasonLabels } from "../readiness.ts";
import { readinessRuleName } from "../rule-names.ts";
import { applyRules, listRules } from "../rules.ts";
import { REASONS } from "./index.ts";

// @spec R1.5
test("every code has reasons, in the order of codes, and a name", () => {
  const codes = [...new Set(REASONS.map(({ code }) => code))];
  expect(codes).toEqual(reasonCode.options);
  expect(Object.keys(reasonLabels)).toEqual(reasonCode.options);
  expect(new Set(Object.values(reasonLabels)).size).toBe(reasonCode.options.length);
});

test("every rule has reasons, in the order of rules", () => {
  const names = [...new Set(REASONS.flatMap(({ rule }) => rule?.name ?? []))];
  expect(names).toEqual(readinessRuleName.options);
});

test("an id is that of one reason, and what covers a reason is one", () => {
  const ids = REASONS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const covering = REASONS.flatMap(({ coveredBy }) => coveredBy ?? []);
  expect(covering.length).toBeGreaterThan(0);
  expect(covering.filter((id) => !ids.includes(id))).toEqual([]);
});

test.each(stationType.options)("the listed rules of %s are those that are applied", (type) => {
  const listed = listRules(type, []);
  for (const { kind, effect, limit, low } of applyRules({ stationType: type, slots: 8 }, []).reasons) {
    const rule = listed.find(({ name }) => name === kind.rule?.name);
    if (!kind.rule) continue;
    expect(rule).toMatchObject({ effect });
    expect([rule?.limit?.value ?? 0, rule?.low?.value ?? 0]).toEqual([limit, low]);
  }
  expect(listed.some(({ name }) => name === "pad_level")).toBe(type === "atlas");
});

test.each(stationType.options)("the condition of each rule of %s has a place for each of its limits", (type) => {
  for (const { condition, limit, low } of listRules(type, [])) {
    const places = [...(condition ?? "").matchAll(/\{(\w+)\}/g)].map(([, part]) => part);
    expect(places).toEqual([...(limit ? ["limit"] : []), ...(low ? ["low"] : [])]);
  }
});
