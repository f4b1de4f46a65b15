import { problem, type Endpoint } from "@groundcrew/shared/contract";
import type { LightMyRequestResponse } from "fastify";
import { expect } from "vitest";
import { z } from "zod";
import { prepare } from "../ask-everyone.ts";
import { startTestServer } from "../test-server.ts";
import { marksOf, type Marks } from "../marks.ts";
import type { Who } from "../people.ts";
import type { Asked } from "../request.ts";
import { expected } from "../table.ts";
import type { Sent } from "./requests.ts";

/** A console that fuzzed requests are sent to. */
export async function openTrial() {
  const system = await startTestServer();
  const readMarks = await marksOf(system.db);
  const { ours, theirs } = system;
  let asks = 0;

  /**
   * Sends a request derived from a valid one. The server must either answer as declared, or reject it with a sentence and without
   * changing anything.
   */
  async function tryOut(way: string, who: Who, make: (granted: Asked, endpoint: Endpoint) => Sent): Promise<void> {
    const { endpoint, ids, ask } = await prepare(system, way);
    const sent = make(ask(ids), endpoint);
    const proof = await system.proofOf(who);
    const before = await readMarks();
    asks += 1;
    const { url, payload, headers } = sent;
    const reply = await system.app.inject({
      method: endpoint.method,
      url,
      headers: { ...headers, ...proof },
      remoteAddress: `10.${(asks >> 8) & 255}.${asks & 255}.1`,
      ...(payload !== undefined && { payload }),
    });
    // 503 because the station is offline isn't a server error.
    const isOffline = reply.statusCode === 503 && expected.get(way)?.get("admin") === 503;
    expect(isOffline ? 200 : reply.statusCode).toBeLessThan(500);
    if (reply.statusCode >= 400) expectRefusal(endpoint, reply);
    else expectDeclared(endpoint, sent, reply);
    if (reply.statusCode >= 400 || endpoint.method === "GET") expectUnchanged(before, await readMarks());
  }

  /** Moves the stations back to their organizations and into service. */
  async function restore(): Promise<void> {
    for (const { station, org } of [ours, theirs]) {
      const where = { org_id: org, retired: null, telemetry_enabled: true };
      await system.db.updateTable("stations").set(where).where("name", "=", station).execute();
    }
  }

  return { system, restore, tryOut };
}

function expectRefusal({ method }: Endpoint, reply: LightMyRequestResponse): void {
  expect(reply.headers["content-type"]).toMatch(/^application\/problem\+json/);
  if (method === "HEAD") return;
  const { status, detail } = z.strictObject(problem.shape).parse(reply.json());
  expect(status).toBe(reply.statusCode);
  const sentences = typeof detail === "string" ? [detail] : detail.map(({ message }) => message);
  expect(sentences.length).toBeGreaterThan(0);
  for (const sentence of sentences) {
    expect(sentence).toMatch(/^[A-Za-z].{8,}/s);
    expect(sentence).not.toMatch(/^(Invalid|Too (big|small)|Unrecognized|Expected)\b|expected|received/);
  }
  expect(reply.body).not.toMatch(/\n\s+at |node_modules|server\/src/);
}

/** Asserts that the response matches its schema and has no further fields. */
function expectDeclared({ replies }: Endpoint, { isTwisted }: Sent, reply: LightMyRequestResponse): void {
  if (isTwisted) return;
  const schema = replies[reply.statusCode];
  expect(schema, `${reply.statusCode} is declared`).toBeDefined();
  if (schema instanceof z.ZodNull) expect(reply.body).toBe("");
  else if (String(reply.headers["content-type"]).startsWith("application/json")) {
    expect(schema?.parse(reply.json())).toEqual(reply.json());
  }
}

/** Asserts that nothing but the audit log has changed, where refusals are recorded. */
function expectUnchanged(before: Marks, after: Marks): void {
  expect({ ...after, audit_entries: "" }).toEqual({ ...before, audit_entries: "" });
}
