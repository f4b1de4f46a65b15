import { expect, test } from "vitest";
import { ruleChangeTexts } from "./rule-changes.ts";
import { readinessRules } from "./rules.ts";

const of = (...changes: readonly object[]) => changes.map((change) => readinessRules.parse(change));
const atlas = { stationType: "atlas", where: "atlas stations" } as const;

test.each([
  [{ rules: { no_battery: { limit: 2 } } }, ["charged batteries needed at atlas stations 1 → 2"]],
  [{ rules: { few_batteries: { limit: 4 } } }, ["charged batteries wanted at atlas stations 2 → 4"]],
  [{ rules: { hexboard: { effect: "off" } } }, ["“HexBoard not detected” at atlas stations Limit → Off"]],
  [{ rules: { stuck: { limit: 20 } } }, ["limit of “Busy too long” at atlas stations 10 → 20 minutes"]],
  [{ rules: { hot_or_cold: { low: 40 } } }, ["low limit of “Hot or cold inside” at atlas stations 32 → 40°F"]],
  [{ rules: { gripper: { hold_s: 60 } } }, ["time of “Gripper or longs closed at rest” at atlas stations 300 → 60 s"]],
  [{ charged_from: 95 }, ["level of a charged battery at atlas stations 90 → 95%"]],
  [{ pad: "shared" }, ["use of the pad at atlas stations one drone → several drones"]],
  [
    { words: { rest: ["IDLE"], busy: [], starting: [], stopped: [] } },
    ["words of “system” at atlas stations earlier ones → other ones"],
  ],
  [{ rules: { no_battery: { limit: 1 } } }, []],
])("a change to %j is %j", (change, texts) => {
  expect(ruleChangeTexts(atlas, of({}), of(change))).toEqual(texts);
});

test("a change for some stations is stated with the rules that all have", () => {
  const all = { rules: { no_battery: { limit: 3 } } };
  expect(ruleChangeTexts(atlas, of(all, {}), of(all, { rules: { no_battery: { limit: 4 } } }))).toEqual([
    "charged batteries needed at atlas stations 3 → 4",
  ]);
});
