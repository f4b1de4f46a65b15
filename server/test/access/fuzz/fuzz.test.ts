import { env } from "node:process";
import { problem, type Endpoint } from "@groundcrew/shared/contract";
import * as fc from "fast-check";
import type { LightMyRequestResponse } from "fastify";
import { expect, test } from "vitest";
import { z } from "zod";
import { prepare, ways } from "../ask-everyone.ts";
import { openHouse } from "../house.ts";
import { marksOf, type Marks } from "../marks.ts";
import { INVENTED } from "../seed.ts";
import { endpointOf } from "../table.ts";
import { hostileRequests, requestOf, type Hostile, type Sent } from "./requests.ts";

/** How many requests each way to ask is tried with, and what they are made from; both are printed with a failure. */
const RUNS = Number(env.FUZZ_RUNS ?? 25);
const SEED = Number(env.FUZZ_SEED ?? 20_261_121);
const MS_A_RUN = 2_000;

const house = await openHouse();
const readMarks = await marksOf(house.db);
const { ours, theirs } = house;
const known = [ours, theirs, INVENTED].flatMap((ids) => Object.values(ids));

test.for(ways(house))(
  `%s answers whatever it is sent (seed ${SEED}, ${RUNS} runs)`,
  { timeout: 30_000 + RUNS * MS_A_RUN },
  async (way) => {
    await restore();
    const endpoint = house.endpoints.find(({ name }) => name === endpointOf(way));
    if (!endpoint) throw new Error(`${way} is gone.`);
    expect.hasAssertions();
    const property = fc.asyncProperty(hostileRequests(endpoint, known), (hostile) => tryOut(way, hostile));
    await fc.assert(property, { numRuns: RUNS, seed: SEED });
  },
);

let asks = 0;

async function tryOut(way: string, hostile: Hostile): Promise<void> {
  const { endpoint, ids, ask } = await prepare(house, way);
  const sent = requestOf(endpoint, ask(ids), hostile);
  const proof = await house.proofOf(hostile.who);
  const before = await readMarks();
  asks += 1;
  const { url, payload, headers } = sent;
  const reply = await house.app.inject({
    method: endpoint.method,
    url,
    headers: { ...headers, ...proof },
    remoteAddress: `10.${(asks >> 8) & 255}.${asks & 255}.1`,
    ...(payload !== undefined && { payload }),
  });
  expect(reply.statusCode).toBeLessThan(500);
  if (reply.statusCode >= 400) expectRefusal(endpoint, reply);
  else expectDeclared(endpoint, sent, reply);
  if (reply.statusCode >= 400 || endpoint.method === "GET") expectUnchanged(endpoint, before, await readMarks());
}

function expectRefusal({ method }: Endpoint, reply: LightMyRequestResponse): void {
  expect(reply.headers["content-type"]).toMatch(/^application\/problem\+json/);
  if (method === "HEAD") return;
  const { status, detail } = z.strictObject(problem.shape).parse(reply.json());
  expect(status).toBe(reply.statusCode);
  const sentences = typeof detail === "string" ? [detail] : detail.map(({ message }) => message);
  expect(sentences.length).toBeGreaterThan(0);
  for (const sentence of sentences) expect(sentence).toMatch(/\S/);
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

/** Only that someone could not log in is written down. */
function expectUnchanged({ name }: Endpoint, before: Marks, after: Marks): void {
  const { audit_entries: _, ...others } = after;
  expect(name === "logIn" ? { ...before, ...others, audit_entries: before.audit_entries } : after).toEqual(before);
}

/** Puts the stations back to where they belong. */
async function restore(): Promise<void> {
  for (const { station, org } of [ours, theirs]) {
    const where = { org_id: org, retired: null, telemetry_enabled: true };
    await house.db.updateTable("stations").set(where).where("name", "=", station).execute();
  }
}
