import { AsyncLocalStorage } from "node:async_hooks";
import { problem } from "@groundcrew/shared/contract";
import { sql } from "kysely";
import { Client, DatabaseError } from "pg";
import { afterAll, expect, test } from "vitest";
import { recordChanges } from "./changes.ts";
import { EVERYONE, type Who } from "./people.ts";
import { prepare, variants, type Prepared } from "./send-all.ts";
import { startTestServer, type Answer } from "./test-server.ts";
import { endpointOf, expected } from "./table.ts";

const system = await startTestServer();
await recordChanges(system);
/** More than any call needs. */
const STATEMENTS_MAX = 200;

/** Which statement of a request fails, counted down to 0; statements outside of a request have no such number. */
const failing = new AsyncLocalStorage<{ left: number }>();

const query: unknown = Reflect.get(Client.prototype, "query");
if (typeof query !== "function") throw new Error("pg has no queries any more.");
Object.assign(Client.prototype, {
  query(this: Client, ...parameters: unknown[]): unknown {
    const plan = failing.getStore();
    if (plan && plan.left > 0) {
      plan.left -= 1;
      if (plan.left === 0) return Promise.reject(diskFull());
    }
    return Reflect.apply(query, this, parameters);
  },
});
afterAll(() => void Object.assign(Client.prototype, { query }));

function diskFull(): DatabaseError {
  const error = new DatabaseError("could not extend file: No space left on device", 0, "error");
  return Object.assign(error, { code: "53100" });
}

/** Streams and new images need a station that answers or is online; what is stored of a viewer is when the page was last seen, and is sent again soon. */
const OTHERS = new Set(["takeImages", "bulkImages", "openStream", "keepViewing"]);
const changing = variants(system).flatMap((variant) => {
  const endpoint = system.endpoints.find(({ name }) => name === endpointOf(variant));
  const who = EVERYONE.findLast((one) => (expected.get(variant)?.get(one) ?? 500) < 300);
  if (!endpoint || who === undefined || ["GET", "HEAD"].includes(endpoint.method)) return [];
  return OTHERS.has(endpoint.name) ? [] : [{ variant, who }];
});

test("most calls that change something are tested", () => {
  expect(changing.length).toBeGreaterThan(50);
});

/** The last change, and how many requests the audit has. A login whose failure cannot be taken back counts as an attempt, which is forgotten. */
async function readStored(): Promise<{ change: string | null; audit: number } | undefined> {
  const { rows } = await sql<{ change: string | null; audit: number }>`
    with forgotten as (delete from throttles)
    select (select max(id)::text from recorded_changes) as change, (select count(distinct request_id) from audit_entries) as audit`.execute(
    system.db,
  );
  return rows[0];
}

test.for(changing)(
  "$variant by $who: whichever of its statements fails, all of it is stored or nothing",
  async (one) => {
    const { answer, unrecorded } = await failEachStatement(one);
    expect(answer.status).toBe(expected.get(one.variant)?.get(one.who));
    expect(unrecorded).toEqual([]);
  },
);

/** A request for a new password is recorded when its email is sent, and an import when it is applied. */
const RECORDED_LATER = new Set(["requestPasswordReset", "createImport", "checkImport"]);

/**
 * Sends a request again and again, each time with its next statement failing, until it has none left. Returns that answer, and which
 * failures left a change without a row in the audit; what fails after the change is stored may be of no consequence.
 */
async function failEachStatement({ variant, who }: { variant: string; who: Who }) {
  const unrecorded: number[] = [];
  let before: Awaited<ReturnType<typeof readStored>>;
  for (let nth = 1; nth <= STATEMENTS_MAX; nth += 1) {
    const prepared = await prepare(system, variant);
    before ??= await readStored();
    const { answer, hasFailed } = await sendFailing(prepared, who, nth);
    if (!hasFailed) return { answer, unrecorded };
    const after = await readStored();
    if (answer.status < 400) {
      const hasChanged = after?.change !== before?.change;
      if (hasChanged && after?.audit !== (before?.audit ?? 0) + 1 && !RECORDED_LATER.has(variant)) unrecorded.push(nth);
      before = undefined;
      continue;
    }
    expect([nth, answer.status, detailOf(answer)]).toEqual([nth, 503, expect.stringContaining("disk is full")]);
    expect([nth, after]).toEqual([nth, before]);
  }
  throw new Error(`${variant} has more than ${STATEMENTS_MAX} statements.`);
}

/** Sends the request with its nth statement failing. */
async function sendFailing({ endpoint, ids, requestFor }: Prepared, who: Who, nth: number) {
  // Creates the session, whose statements do not count.
  const credentials = await system.proofOf(who);
  const plan = { left: nth };
  const request = requestFor(ids);
  const withSession = { ...request, headers: { ...credentials, ...request.headers } };
  const answer = await failing.run(plan, () => system.send("nobody", endpoint, withSession));
  return { answer, hasFailed: plan.left === 0 };
}

function detailOf({ body }: Answer): unknown {
  return problem.parse(JSON.parse(body)).detail;
}
