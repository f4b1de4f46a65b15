import { expect, test } from "vitest";
import { askEveryone } from "./ask-everyone.ts";
import { startTestServer } from "./test-server.ts";
import { recipes } from "./recipes.ts";
import { endpointOf, expected } from "./table.ts";

const system = await startTestServer();
const answers = await askEveryone(system);

test("every endpoint is expected, and everything expected is an endpoint", () => {
  const names = system.endpoints.map(({ name }) => name);
  expect([...new Set([...expected.keys()].map(endpointOf))].toSorted()).toEqual(names.toSorted());
  expect(Object.keys(recipes).toSorted()).toEqual([...expected.keys()].toSorted());
});

// @spec 224.1, 225.1, 226.1, 227.4, 228.1
test.for([...expected.keys()])("%s", (way) => {
  const asked = answers.filter((answer) => answer.way === way);
  const statuses = new Map(asked.map(({ who, status }) => [who, status]));
  expect(statuses).toEqual(expected.get(way));
});
