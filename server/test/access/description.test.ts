import { refusalsOf } from "@groundcrew/shared/contract";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { askEveryone } from "./ask-everyone.ts";
import { openHouse } from "./house.ts";

const house = await openHouse();

test("the OpenAPI document has nothing that a linter complains about", async () => {
  const { body } = await house.app.inject("/api/openapi.json");
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: body, absoluteRef: "openapi.json", config });
  expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([]);
});

test("every call is answered with statuses that it declares", async () => {
  const answers = await askEveryone(house);
  const undeclared = answers.filter(
    ({ endpoint, status }) => !(status in endpoint.replies) && !refusalsOf(endpoint).includes(status),
  );
  expect(undeclared.map(({ way, who, status }) => `${way}: ${status} to ${who}`)).toEqual([]);
});
