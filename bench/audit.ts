import { auditRoutes, insertAudits, verifyChain, type AuditSource } from "@groundcrew/server/audit";
import { inTransaction, type Db } from "@groundcrew/server/platform/db";
import { connectWithoutTimeouts, everyTenant } from "@groundcrew/server/platform/db/connect";
import { DAY_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { z } from "zod";
import { appFor } from "./app.ts";
import { AUDIT, fillAudit } from "./fill-audit.ts";
import { circumstances, fleetOptions, numberOption } from "./fleet.ts";
import { goal, measure, ms, type Times } from "./measure.ts";
import { openOwnDatabase } from "./own-database.ts";
import { besideSystem } from "./system.ts";

/*
 * The audit log with a million entries: what its pages request, the CSV file and the hourly verification, and what the chain of hashes adds to
 * the cost of an entry. Meanwhile a fleet reports to a system on the same machine.
 *
 * node bench/audit.ts [--entries 1000000] [--stations 10000] [--quiet]
 */
const fleet = fleetOptions(10_000);
const ENTRIES = numberOption("entries", 1_000_000);
/** A customer's organization. */
const CUSTOMER = 2;
const GOAL_MS = 50;

const listed = z.object({ acts: z.array(z.object({ id: z.int(), request: z.string() })), next: z.string().nullable() });

const database = await openOwnDatabase();
try {
  console.log(`${circumstances(fleet)}; embedded PostgreSQL without fsync`);
  await besideSystem(fleet, () => measureAll(everyTenant(database.db)));
} finally {
  await database.stop();
}

async function measureAll(db: Db): Promise<void> {
  const owner = connectWithoutTimeouts(database.ownerUrl);
  console.log("\n| work | median | p95 | goal |\n|---|---|---|---|");
  await measureEntries(owner, "empty log");
  const start = performance.now();
  await fillAudit(owner, ENTRIES);
  const each = ((performance.now() - start) * 1_000) / ENTRIES;
  console.log(`| filling and linking, each entry of ${ENTRIES.toLocaleString("en")} | ${ms(each)} µs | | |`);
  for (const who of ["admin", "manager"] as const) await measureCalls(db, who);
  await measureEntries(owner, "full log");
  await measureLargeActs(db);
  await measureWhole("verification of all entries, every hour", () => verifyChain(owner));
  await owner.destroy();
}

/** What adding entries costs with and without their links. Transactions of one connection, as the server makes them. */
async function measureEntries(owner: Db, log: string): Promise<void> {
  const source = (nth: number): AuditSource => ({
    principal: { kind: "server" },
    action: "editStation",
    requestId: `bench ${nth}`,
    ip: "203.0.113.9",
  });
  const notes = (count: number) =>
    Array.from({ length: count }, (_, nth) => ({
      target: `station gc-${nth}`,
      orgId: null,
      before: { description: "Before", notes: "as built ".repeat(6) },
      after: { description: "After", notes: "as found ".repeat(6) },
    }));
  const add = (count: number) => (nth: number) =>
    inTransaction(owner, (tx) => insertAudits(tx, source(nth), notes(count)));
  /** One entry a statement, as a transaction does that changes one thing after the other. */
  const addSingly = (count: number) => (nth: number) =>
    inTransaction(owner, async (tx) => {
      for (const note of notes(count)) await insertAudits(tx, source(nth), [note]);
    });
  const works = [
    ["1 entry", add(1), 400],
    ["100 entries", add(100), 40],
    ["100 entries in 100 statements", addSingly(100), 40],
    ["10,000 entries", add(10_000), 5],
  ] as const;
  for (const [name, work, runs] of works) {
    for (const [state, label] of [
      ["enable", "with"],
      ["disable", "without"],
    ] as const) {
      await sql.raw(`alter table audit_entries ${state} trigger link_entry`).execute(owner);
      print(`${name} in a transaction ${label} links, ${log}`, await measure(work, runs));
    }
  }
  await sql`alter table audit_entries enable trigger link_entry`.execute(owner);
  await removeUnlinked(owner);
}

/** Removes what was added without links, so that the verification has nothing to complain about. */
async function removeUnlinked(owner: Db): Promise<void> {
  await sql`alter table audit_entries disable trigger append_only`.execute(owner);
  await sql`
    delete from audit_entries e where not exists (select from audit_chain c where c.entry_id = e.id)`.execute(owner);
  await sql`alter table audit_entries enable trigger append_only`.execute(owner);
  await sql`vacuum (analyze) audit_entries`.execute(owner);
}

async function measureCalls(db: Db, who: "admin" | "manager"): Promise<void> {
  const call = await callerFor(db, who);
  const first = listed.parse(JSON.parse(await call("")));
  const old = listed.parse(JSON.parse(await call(`?until=${ago(AUDIT.days / 2)}`)));
  const [{ id, request } = { id: 0, request: "" }] = old.acts;
  // A station of the customer, and a person of the provider or of the customer.
  const station = `gc-${(CUSTOMER - 1).toString(16).padStart(12, "0")}`;
  const person = who === "admin" ? "person3@example.com" : "person1@example.com";
  const rows = [
    ["first page", ""],
    ["second page", `?cursor=${first.next}`],
    ["page in the middle", `?cursor=${old.next}`],
    ["refused attempts", "?outcome=refused"],
    ["changes", "?outcome=changes"],
    ["by a person", `?actor=${person}`],
    ["by somebody unknown", "?actor=nobody@example.com"],
    ["about a station", `?station=${station}`],
    ["of three actions", "?actions=editStation,takeImages,closeStream"],
    ["of an action that never happened", "?actions=createApiKey"],
    ["a month of half a year ago", `?from=${ago(210)}&until=${ago(180)}`],
    ["about a station, of one action, refused", `?station=${station}&actions=takeImages&outcome=refused`],
    ["search for a station", "?q=00001"],
    ["search for a person's name", "?q=person%201"],
    ["search for a request", `?q=${request}`],
    ["search for what is not there", "?q=nothing-has-this"],
    ["search for an address in a month", `?q=203.0.113.7&from=${ago(30)}`],
    ...(who === "admin" ? [["of an organization", `?org_id=${CUSTOMER}`] as const] : []),
    ["people for the filter", "/actors"],
    ["an act", `/acts/${id}`],
  ] as const;
  for (const [name, url] of rows) print(`${who}: ${name}`, await measure(() => call(url), 20), GOAL_MS);
  await measureWhole(`${who}: CSV file`, async () => ({ entries: (await call("/csv")).split("\r\n").length - 2 }));
}

/** The list begins with requests of which each changed 10,000 things. */
async function measureLargeActs(db: Db): Promise<void> {
  const call = await callerFor(db, "admin");
  print("admin: first page, with five requests of 10,000 entries each on it", await measure(() => call(""), 10));
}

async function callerFor(db: Db, who: "admin" | "manager"): Promise<(url: string) => Promise<string>> {
  const app = await appFor(who === "admin" ? "admin" : { managerOf: CUSTOMER });
  auditRoutes(app, { db, keptDays: 730 });
  return async (url) => {
    const { statusCode, body } = await app.inject({ url: `/api/audit${url}` });
    if (statusCode !== 200) throw new Error(`${url} returned ${statusCode}: ${body}`);
    return body;
  };
}

async function measureWhole(name: string, work: () => Promise<{ entries: number }>): Promise<void> {
  const start = performance.now();
  const { entries } = await work();
  console.log(`| ${name}: ${entries.toLocaleString("en")} entries | ${ms(performance.now() - start)} ms | | |`);
}

function ago(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString();
}

function print(name: string, { median, p95 }: Times, goalMs: number | null = null): void {
  const reached = goalMs === null ? "" : goal(`p95 ${goalMs} ms`, p95 <= goalMs);
  console.log(`| ${name} | ${ms(median)} ms | ${ms(p95)} ms | ${reached} |`);
}
