import { expect, test } from "vitest";
import { prepare, ways } from "./ask-everyone.ts";
import { startTestServer, type Answer } from "./test-server.ts";
import type { Who } from "./people.ts";
import { INVENTED, type Ids } from "./seed.ts";
import { expected } from "./table.ts";

const system = await startTestServer();

/** Callers without access to organization B. */
const OUTSIDERS = ["nobody", "user A", "manager A", "key A", "station A"] as const satisfies Who[];
const NAMES = [
  "station",
  "org",
  "email",
  "key",
  "error",
  "entry",
  "tag",
  "stream",
  "upload",
] as const satisfies (keyof Ids)[];

const used = await Promise.all(ways(system).map(async (way) => ({ way, names: await namesUsedBy(way) })));
const substitutions = used.flatMap(({ way, names }) => names.map((name) => [way, name] as const));

/** Which ids a request contains. */
async function namesUsedBy(way: string): Promise<(keyof Ids)[]> {
  const { ids, ask } = await prepare(system, way);
  const read = new Set<PropertyKey>();
  ask(new Proxy(ids, { get: (of, name) => (read.add(name), Reflect.get(of, name)) }));
  return NAMES.filter((name) => read.has(name));
}

test("ids are named in paths, queries and bodies", () => {
  expect(substitutions.length).toBeGreaterThan(30);
  expect(new Set(substitutions.map(([, name]) => name))).toEqual(new Set(NAMES));
});

test.for(substitutions)("%s: another's %s and an invented one are answered alike", async ([way, name]) => {
  for (const who of OUTSIDERS) {
    const foreign = await askWith(who, way, { [name]: system.theirs[name] });
    const invented = await askWith(who, way, { [name]: INVENTED[name] });
    expect({ who, ...shown(foreign) }).toEqual({ who, ...shown(invented) });
  }
});

const served = substitutions.flatMap(([way, name]) => OUTSIDERS.map((who) => ({ way, name, who }))).filter(isServed);

test.for(served)(
  "$way: $who, who may ask for their own, finds nothing by another's $name",
  async ({ way, name, who }) => {
    const { status, body } = await askWith(who, way, { [name]: system.theirs[name] });
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

test.for(ofOneStation)("%s: an admin cannot mix in the %s of another station", async ([way, name]) => {
  const foreign = await askWith("admin", way, { [name]: system.theirs[name] });
  const invented = await askWith("admin", way, { [name]: INVENTED[name] });
  expect(foreign.status).toBe(404);
  expect(shown(foreign)).toEqual(shown(invented));
});

async function askWith(who: Who, way: string, others: Partial<Ids>): Promise<Answer> {
  const { endpoint, ids, ask } = await prepare(system, way);
  return system.ask(who, endpoint, ask({ ...ids, ...others }));
}

/** Whether the caller may make this request for resources of their own organization. */
function isServed({ way, who }: { way: string; who: Who }): boolean {
  return (expected.get(way)?.get(who) ?? 500) < 300 && who !== "nobody" && who !== "station A";
}

/** The response without the parts that differ each time. */
function shown({ status, headers, body }: Answer) {
  const { date: _, "x-request-id": __, "x-as-of": ___, "content-security-policy": policy, ...lasting } = headers;
  return { status, body, ...lasting, policy: policy?.replace(/nonce-[\w+/=-]+/g, "nonce") };
}
