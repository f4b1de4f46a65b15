import { expect, test } from "vitest";
import { prepare, variants } from "./send-all.ts";
import { startTestServer } from "./test-server.ts";

const system = await startTestServer();

/** The calls about one's own account. */
const OWN = /^\/api\/(account(\/|$)|sessions\/current$)/;

test("who has to set up a second factor makes no call but those about their own account, and keys make theirs", async () => {
  const answers: [variant: string, isOwn: boolean, isRefused: boolean][] = [];
  for (const variant of variants(system)) {
    const { endpoint, ids, requestFor } = await prepare(system, variant);
    await system.db.updateTable("organizations").set({ second_step_from: "2026-01-01" }).execute();
    for (const table of ["totp_apps", "passkeys"] as const) await system.db.deleteFrom(table).execute();
    const { status, body } = await system.send("manager A", endpoint, requestFor(ids));
    const isRefused = status === 403 && (endpoint.method === "HEAD" || body.includes("requires a second step"));
    answers.push([variant, endpoint.access === "public" || OWN.test(endpoint.path), isRefused]);
  }
  expect(answers.length).toBeGreaterThan(150);
  expect(answers.filter(([, isOwn, isRefused]) => isOwn === isRefused)).toEqual([]);
});

test("an API key is not affected", async () => {
  const { endpoint, ids, requestFor } = await prepare(system, "listStations");
  expect((await system.send("key A", endpoint, requestFor(ids))).status).toBe(200);
});
