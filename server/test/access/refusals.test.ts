import { expect, test } from "vitest";
import { prepare, ways } from "./ask-everyone.ts";
import { startTestServer } from "./test-server.ts";
import { endpointOf, expected } from "./table.ts";

const system = await startTestServer();
const changing = new Set(
  system.endpoints.filter(({ method }) => method !== "GET" && method !== "HEAD").map(({ name }) => name),
);
const ASKERS = ["user A", "user B", "key A", "nobody"] as const;
const refused = ways(system)
  .filter((way) => changing.has(endpointOf(way)))
  .flatMap((way) => ASKERS.map((who) => ({ way, who, status: expected.get(way)?.get(who) ?? 0 })))
  .filter(({ status }) => [401, 403, 404].includes(status));

test("every call that changes something is refused to someone", () => {
  const open = ["logIn", "logOut", "requestPasswordReset", "setPassword", "uploadImage", "reportViolations"];
  expect(new Set([...refused.map(({ way }) => endpointOf(way)), ...open])).toEqual(changing);
});

test.for(refused)("$way: that it was refused to $who with $status is in the audit", async ({ way, who, status }) => {
  const { endpoint, ids, ask } = await prepare(system, way);
  const answer = await system.ask(who, endpoint, ask(ids));
  expect(answer.status).toBe(status);
  const rows = await system.db
    .selectFrom("audit_entries")
    .select(["action", "after"])
    .where("request_id", "=", answer.headers["x-request-id"] ?? "")
    .execute();
  const action = `refuse${endpoint.name.charAt(0).toUpperCase()}${endpoint.name.slice(1)}`;
  expect(rows).toMatchObject([{ action, after: { status } }]);
});
