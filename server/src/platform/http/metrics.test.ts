import fastify from "fastify";
import { register } from "prom-client";
import { expect, test } from "vitest";
import { measureRequests } from "./metrics.ts";

/** How many requests with these labels were measured. Other tests of the process measure theirs in the same registry. */
async function countOf(labels: string): Promise<number> {
  const start = `groundcrew_http_request_duration_seconds_count{${labels}} `;
  const line = (await register.metrics()).split("\n").find((each) => each.startsWith(start));
  return Number(line?.slice(start.length) ?? 0);
}

test("a request is measured by the path of its route, its method and the class of its status", async () => {
  const app = fastify();
  measureRequests(app);
  app.get("/measured/:station", async () => "found");
  const found = 'route="/measured/:station",method="GET",status="2xx"';
  const missing = 'route="none",method="GET",status="4xx"';
  const before = await countOf(missing);
  await app.inject("/measured/gc-1");
  await app.inject("/measured/gc-2");
  await app.inject("/nowhere");
  expect(await countOf(found)).toBe(2);
  expect((await countOf(missing)) - before).toBe(1);
});
