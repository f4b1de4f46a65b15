import { sql } from "kysely";
import { expect, test } from "vitest";
import { z } from "zod";
import { prepare, variants } from "./send-all.ts";
import { startTestServer } from "./test-server.ts";
import { newError } from "./recipes.ts";
import { endpointOf, expected } from "./table.ts";

const system = await startTestServer({ isOnline: true });
const creatingCalls = system.endpoints.filter(({ idempotencyKey }) => idempotencyKey).map(({ name }) => name);
/** Without those that name a channel of a customer, which staff cannot use for their own rules. */
const creating = variants(system).filter(
  (variant) => creatingCalls.includes(endpointOf(variant)) && expected.get(variant)?.get("admin") !== 404,
);

/** How many requests the audit has. One that changes several things has an entry for each. */
async function audited(): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(distinct request_id)::int as count from audit_entries`.execute(system.db);
  return found.rows[0]?.count ?? 0;
}

test("each call that creates something is repeated", () => {
  expect(new Set(creating.map(endpointOf))).toEqual(new Set(creatingCalls));
});

// Taking images and opening streams need a station that answers; their own tests repeat these calls.
const NEEDS_STATION = new Set(["takeImages", "openStream"]);

const SHOWN_ONCE = new Set(["createApiKey", "renewApiKey", "createWallboard", "renewChannelSecret"]);

test.for(creating.filter((variant) => !NEEDS_STATION.has(variant)))(
  "%s sent five times with the same key is done once",
  async (variant) => {
    const { ids, endpoint, requestFor } = await prepare(system, variant);
    const own = { ...ids, ...(await newError(system)) };
    // A secret is renewed only if the server can read the previous one, so the channel is created by the server itself.
    if (variant === "renewChannelSecret") own.channel = await createWebhook(ids.org);
    const request = { ...requestFor(own), headers: { "idempotency-key": `key of ${variant}` } };
    const before = await audited();
    const first = await system.send("admin", endpoint, request);
    expect([first.status < 300, (await audited()) - before]).toEqual([true, 1]);
    const rest = await Promise.all(Array.from({ length: 4 }, () => system.send("admin", endpoint, request)));
    // The text of an API key, of a token and of a channel's secret is shown only once.
    const again = SHOWN_ONCE.has(variant) ? [409] : [first.status, first.body];
    for (const { status, body } of rest) expect([status, body].slice(0, again.length)).toEqual(again);
    expect((await audited()) - before).toBe(1);
  },
);

async function createWebhook(org: number): Promise<number> {
  const { endpoint } = await prepare(system, "createChannel");
  const body = { org_id: org, kind: "webhook", name: "Webhook", address: "https://93.184.215.14/" };
  const { body: created } = await system.send("admin", endpoint, { body });
  return z.object({ channel: z.object({ id: z.int() }) }).parse(JSON.parse(created)).channel.id;
}

test("a key belongs to its caller", async () => {
  const { ids, endpoint, requestFor } = await prepare(system, "createApiKey");
  const request = { ...requestFor(ids), headers: { "idempotency-key": "shared key" } };
  const replies = [await system.send("admin", endpoint, request), await system.send("manager A", endpoint, request)];
  expect(replies.map(({ status }) => status)).toEqual([201, 201]);
});
