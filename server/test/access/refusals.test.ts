import { expect, test } from "vitest";
import { prepare, variants } from "./send-all.ts";
import { startTestServer } from "./test-server.ts";
import { endpointOf, expected } from "./table.ts";

// Three servers, because each records a limited number of refusals a minute for one caller.
const system = await startTestServer();
const servers = [system, await startTestServer(), await startTestServer()] as const;
const changing = new Set(
  system.endpoints.filter(({ method }) => method !== "GET" && method !== "HEAD").map(({ name }) => name),
);
const CALLERS = ["user A", "user B", "key A", "nobody"] as const;
const refused = variants(system)
  .filter((variant) => changing.has(endpointOf(variant)))
  .flatMap((variant) => CALLERS.map((who) => ({ variant, who, status: expected.get(variant)?.get(who) ?? 0 })))
  .filter(({ status }) => [401, 403, 404].includes(status))
  .map((one, index) =>
    Object.assign(one, { server: servers[Math.floor(index / CALLERS.length) % servers.length] ?? system }),
  );

test("every call that changes something refuses some callers", () => {
  const open = ["logIn", "logOut", "requestPasswordReset", "setPassword", "uploadImage", "reportViolations"];
  expect(new Set([...refused.map(({ variant }) => endpointOf(variant)), ...open])).toEqual(changing);
});

test.for(refused)(
  "$variant: the audit records that it was refused to $who with $status",
  async ({ variant, who, status, server }) => {
    const { endpoint, ids, requestFor } = await prepare(server, variant);
    const answer = await server.send(who, endpoint, requestFor(ids));
    expect(answer.status).toBe(status);
    const rows = await server.db
      .selectFrom("audit_entries")
      .select(["action", "after"])
      .where("request_id", "=", answer.headers["x-request-id"] ?? "")
      .execute();
    const action = `refuse${endpoint.name.charAt(0).toUpperCase()}${endpoint.name.slice(1)}`;
    expect(rows).toMatchObject([{ action, after: { status } }]);
  },
);
