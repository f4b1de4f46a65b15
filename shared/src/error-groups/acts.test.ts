import { expect, test } from "vitest";
import { matchesMergePattern } from "./acts.ts";

test.each([
  ["Charger slot * answered *", "Charger slot <n> answered with abnormal voltage <n>", true],
  ["Charger slot * answered *", "Charger slot <n> did not answer", false],
  ["charger*", "Charger slot <n>", true],
  ["*voltage", "abnormal voltage", true],
  ["*voltage", "abnormal voltage <n>", false],
  ["a*a", "a", false],
  ["Door is stuck", "Door is stuck", true],
  ["Door is stuck", "Door is stuck open", false],
])("the pattern %j and the message %j: %s", (pattern, message, matches) => {
  expect(matchesMergePattern(pattern, message)).toBe(matches);
});
