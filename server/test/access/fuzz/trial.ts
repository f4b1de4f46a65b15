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

/** A console that requests are tried out on. */
export async function openTrial() {
  const system = await startTestServer();
  const readMarks = await marksOf(system.db);
  const { ours, theirs } = system;
  let asks = 0;

  /**
   * Sends what is made of a request that would be granted. Whatever it is, it is either answered as declared, or refused with
   * a sentence and without having changed anything.
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
    // A station that is offline is no fault of the server.
    const isOffline = reply.statusCode === 503 && expected.get(way)?.get("admin") === 503;
    expect(isOffline ? 200 : reply.statusCode).toBeLessThan(500);
    if (reply.statusCode >= 400) expectRefusal(endpoint, reply);
    else expectDeclared(endpoint, sent, reply);
    if (reply.statusCode >= 400 || endpoint.method === "GET") expectUnchanged(before, await readMarks());
  }

  /** Puts the stations back to where they belong. */
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

/** What is answered fits its declaration, and holds nothing beside. */
function expectDeclared({ replies }: Endpoint, { isTwisted }: Sent, reply: LightMyRequestResponse): void {
  if (isTwisted) return;
  const schema = replies[reply.statusCode];
  expect(schema, `${reply.statusCode} is declared`).toBeDefined();
  if (schema instanceof z.ZodNull) expect(reply.body).toBe("");
  else if (String(reply.headers["content-type"]).startsWith("application/json")) {
    expect(schema?.parse(reply.json())).toEqual(reply.json());
  }
}

/** Only that someone was refused is written down. */
function expectUnchanged(before: Marks, after: Marks): void {
  expect({ ...after, audit_entries: "" }).toEqual({ ...before, audit_entries: "" });
}
