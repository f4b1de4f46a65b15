import type { Endpoint } from "@groundcrew/shared/contract";
import { createSupportLogTag } from "@groundcrew/shared/support-log";
import { createOrganization } from "@groundcrew/shared/organizations";
import { hashPassword, sessionCookie, sessionsIn } from "../../src/sessions/index.ts";
import { findAccount } from "../../src/sessions/queries.ts";
import { addressOf, type TestRequest } from "../access/request.ts";
import { propertyRuns } from "../../../shared/test/property-runs.ts";
import { ORIGIN, startTestServer } from "../access/test-server.ts";
import type { Caller, Person, State } from "./state.ts";

/** How many worlds a run needs; a failure that is shrunk needs some more. */
export const RUNS = propertyRuns("MODEL", 6);

const password_hash = await hashPassword("otters fold paper maps");
const cookie = sessionCookie(ORIGIN);

/** The list of organizations has at most 5,000, and each world adds two to it. */
const WORLDS_PER_SERVER = 2_000;
const servers = await Promise.all(Array.from({ length: Math.ceil(RUNS.numRuns / WORLDS_PER_SERVER) }, startServer));

async function startServer() {
  const server = await startTestServer();
  const sessions = sessionsIn(server.db, { provider: "Groundcrew", now: () => new Date() });
  const provider = await server.db
    .selectFrom("organizations")
    .select("id")
    .where("name", "=", "Groundcrew")
    .executeTakeFirstOrThrow();
  const tag = await server.send("admin", createSupportLogTag, {
    body: { name: "on-call", alert_target: "ops@alerts.example" },
  });
  const alertingTag: number = JSON.parse(tag.body).id;
  return { ...server, sessions, provider, alertingTag };
}

let count = 0;
/** A number that no other world has. */
function next(): number {
  return (count += 1);
}

let worlds = 0;

export type Answer = { status: number; body: unknown; etag: string };

/** Two new customers on a server that many worlds share, with people of each and of the provider. */
export async function newWorld() {
  const world = next();
  const server = servers[Math.floor(worlds / WORLDS_PER_SERVER) % servers.length];
  if (!server) throw new Error("There is no server.");
  const { app, db, send, sessions, provider, alertingTag } = server;
  worlds += 1;
  const names = ["North", "South"].map((name) => `${name} ${world}`);
  const made = await Promise.all(names.map((name) => send("admin", createOrganization, { query: { name } })));
  const orgs: number[] = made.map(({ body }) => JSON.parse(body).id);
  const [north = 0, south = 0] = orgs;
  const people: Person[] = [
    { email: `user@north${world}.example`, org: north, isManager: false, isAdmin: false, isDeleted: false },
    { email: `manager@north${world}.example`, org: north, isManager: true, isAdmin: false, isDeleted: false },
    { email: `user@south${world}.example`, org: south, isManager: false, isAdmin: false, isDeleted: false },
    { email: `manager@south${world}.example`, org: south, isManager: true, isAdmin: false, isDeleted: false },
    { email: `staff@provider${world}.example`, org: null, isManager: true, isAdmin: false, isDeleted: false },
    { email: `admin@provider${world}.example`, org: null, isManager: true, isAdmin: true, isDeleted: false },
  ];
  const cookies = new Map<string, string>();
  for (const { email, org, isManager, isAdmin } of people) {
    const rights = { can_manage: org !== null && isManager, can_admin: isAdmin };
    await db
      .insertInto("users")
      .values({ email, org_id: org ?? provider.id, password_hash, ...rights })
      .execute();
    const found = await findAccount(db, email);
    if (!found) throw new Error(`There is no ${email}.`);
    cookies.set(email, cookie.write((await sessions.open(db, found.account)).token).split(";", 1)[0] ?? "");
  }
  const state: State = {
    orgs,
    orgNames: [...names],
    people,
    invited: [],
    keys: [],
    stations: [],
    entries: [],
    errors: [],
    windows: [],
  };

  /** Makes a call, each time from another network, so that callers do not share limits. */
  async function call(caller: Caller, endpoint: Endpoint, request: TestRequest): Promise<Answer> {
    const nth = next();
    const { statusCode, body, headers } = await app.inject({
      method: endpoint.method,
      url: addressOf(endpoint, request),
      remoteAddress: `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`,
      headers: {
        ...proofOf(caller, cookies),
        ...(request.body !== undefined && { "content-type": "application/json" }),
        ...request.headers,
      },
      ...(request.body !== undefined && { payload: JSON.stringify(request.body) }),
    });
    return { status: statusCode, body: body === "" ? null : JSON.parse(body), etag: headers.etag ?? "" };
  }

  return { state, db, alertingTag, call, letters: lettersOf(world), unique: next };
}
export type World = Awaited<ReturnType<typeof newWorld>>;

function proofOf(caller: Caller, cookies: ReadonlyMap<string, string>): Record<string, string> {
  switch (caller.kind) {
    case "nobody":
      return {};
    case "key":
      return { authorization: `Bearer ${caller.key.secret}` };
    case "person":
      return { cookie: cookies.get(caller.person.email) ?? "" };
  }
}

/** A number in letters, because errors that differ in digits only are one group. */
function lettersOf(number: number): string {
  return Array.from(String(number), (digit) => "abcdefghij".charAt(Number(digit))).join("");
}
