import { refusalsOf } from "@groundcrew/shared/contract";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { askEveryone } from "./ask-everyone.ts";
import { startTestServer } from "./test-server.ts";

const system = await startTestServer();

test("the OpenAPI document passes the linter", async () => {
  const { body } = await system.app.inject("/api/openapi.json");
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: body, absoluteRef: "openapi.json", config });
  expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([]);
});

test("every call is answered with statuses that it declares", async () => {
  const answers = await askEveryone(system);
  const undeclared = answers.filter(
    ({ endpoint, status }) => !(status in endpoint.replies) && !refusalsOf(endpoint).includes(status),
  );
  expect(undeclared.map(({ way, who, status }) => `${way}: ${status} to ${who}`)).toEqual([]);
});
