import { expect, test } from "vitest";
import { prepare, variants } from "./send-all.ts";
import { startTestServer, type Answer } from "./test-server.ts";
import type { Who } from "./people.ts";
import { INVENTED, type Ids } from "./seed.ts";
import { expected } from "./table.ts";

const system = await startTestServer();

/** Callers without access to organization B. */
const CALLERS = ["nobody", "user A", "manager A", "key A", "station A"] as const satisfies Who[];
const NAMES = [
  "station",
  "org",
  "email",
  "key",
  "error",
  "group",
  "fingerprint",
  "otherGroup",
  "entry",
  "tag",
  "stream",
  "channel",
  "delivery",
  "rule",
  "alert",
  "device",
  "audited",
  "upload",
  "window",
] as const satisfies (keyof Ids)[];

const used = await Promise.all(
  variants(system).map(async (variant) => ({ variant, names: await namesUsedBy(variant) })),
);
const substitutions = used.flatMap(({ variant, names }) => names.map((name) => [variant, name] as const));

/** Which ids a request contains. */
async function namesUsedBy(variant: string): Promise<(keyof Ids)[]> {
  const { ids, requestFor } = await prepare(system, variant);
  const read = new Set<PropertyKey>();
  requestFor(new Proxy(ids, { get: (target, name) => (read.add(name), Reflect.get(target, name)) }));
  return NAMES.filter((name) => read.has(name));
}

test("there are ids in paths, queries and bodies", () => {
  expect(substitutions.length).toBeGreaterThan(30);
  expect(new Set(substitutions.map(([, name]) => name))).toEqual(new Set(NAMES));
});

test.for(substitutions)(
  "%s: the %s of another organization and an invented one get the same answer",
  async ([variant, name]) => {
    for (const who of CALLERS) {
      const foreign = await sendFor(who, variant, { [name]: system.theirs[name] });
      const invented = await sendFor(who, variant, { [name]: INVENTED[name] });
      expect({ who, ...shown(foreign) }).toEqual({ who, ...shown(invented) });
    }
  },
);

const served = substitutions
  .flatMap(([variant, name]) => CALLERS.map((who) => ({ variant, name, who })))
  .filter(isServed);

test.for(served)(
  "$variant: $who, who may read their own, finds nothing by the $name of another organization",
  async ({ variant, name, who }) => {
    const { status, body } = await sendFor(who, variant, { [name]: system.theirs[name] });
    expect(`${status} ${body}`).toMatch(/^404 |^200 \[\]$/);
  },
);

// An admin sees every organization, but records of another station still don't belong to this one.
const ofOneStation = [
  ["changeStationErrors", "error"],
  ["changeStationErrors (attach)", "error"],
  ["changeStationErrors (attach)", "entry"],
  ["createSupportLogEntry", "error"],
  ["replyToEntry", "error"],
] as const;

test.for(ofOneStation)("%s: an admin cannot mix in the %s of another station", async ([variant, name]) => {
  const foreign = await sendFor("admin", variant, { [name]: system.theirs[name] });
  const invented = await sendFor("admin", variant, { [name]: INVENTED[name] });
  expect(foreign.status).toBe(404);
  expect(shown(foreign)).toEqual(shown(invented));
});

async function sendFor(who: Who, variant: string, others: Partial<Ids>): Promise<Answer> {
  const { endpoint, ids, requestFor } = await prepare(system, variant);
  return system.send(who, endpoint, requestFor({ ...ids, ...others }));
}

/** Whether the caller may make this request for resources of their own organization. */
function isServed({ variant, who }: { variant: string; who: Who }): boolean {
  return (expected.get(variant)?.get(who) ?? 500) < 300 && who !== "nobody" && who !== "station A";
}

/** The response without the parts that differ each time. */
function shown({ status, headers, body }: Answer) {
  const {
    date: _,
    "x-server-time": ____,
    "x-request-id": __,
    "x-as-of": ___,
    "content-security-policy": policy,
    ...lasting
  } = headers;
  return { status, body, ...lasting, policy: policy?.replace(/nonce-[\w+/=-]+/g, "nonce") };
}
