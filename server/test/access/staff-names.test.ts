import { valuesIn } from "../database.ts";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listAuditActs } from "@groundcrew/shared/audit";
import { createChannel } from "@groundcrew/shared/channels";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { emailOf, type Who } from "./people.ts";
import { addressOf } from "./request.ts";
import { prepare, variants, type Prepared } from "./send-all.ts";
import { endpointOf } from "./table.ts";
import { startTestServer } from "./test-server.ts";

/** Staff with a name, and staff without one, who are shown by their address. */
const NAME = "Wilhelmina Quist";
const OF_STAFF = [NAME, emailOf("admin"), emailOf("staff")];
const CUSTOMERS = ["user A", "manager A", "full key A", "key A"] as const satisfies Who[];

const dataFolder = await mkdtemp(join(tmpdir(), "staff-names-"));
afterAll(() => rm(dataFolder, { recursive: true, force: true }));
const system = await startTestServer({ settings: { DATA_DIR: dataFolder } });
await nameAdmin();

/** The admin may have changed it. */
async function nameAdmin(): Promise<void> {
  await system.db.updateTable("users").set({ name: NAME }).where("email", "=", emailOf("admin")).execute();
}

/** What a customer gets to read, by where it is from. */
const read: [from: string, text: string][] = [];

async function send(who: Who, { variant, endpoint, ids, requestFor }: Prepared) {
  const reply = await system.send(who, endpoint, requestFor(ids));
  if (who !== "admin" && who !== "staff")
    read.push([`${variant} as ${who}`, `${JSON.stringify(reply.headers)} ${reply.body}`]);
  return reply;
}

/** Everything that a customer receives from the live stream until the test ends. */
async function followLive(): Promise<string[]> {
  const { endpoint, ids, requestFor } = await prepare(system, "watchLive");
  const closing = new AbortController();
  afterAll(() => closing.abort());
  const reply = await system.app.inject({
    method: "GET",
    url: addressOf(endpoint, requestFor(ids)),
    headers: await system.proofOf("manager A"),
    payloadAsStream: true,
    signal: closing.signal,
  });
  const chunks: string[] = [];
  reply
    .stream()
    .on("data", (chunk) => void chunks.push(String(chunk)))
    .on("error", () => undefined);
  return chunks;
}

/** True if a request changes nothing. */
function isRead(variant: string): boolean {
  const method = system.endpoints.find(({ name }) => name === endpointOf(variant))?.method;
  return method === "GET" || method === "HEAD";
}

/** Staff make the changes, and customers then try the same ones, which tells them who was first. */
async function changeAll(changes: readonly string[]): Promise<void> {
  for (const variant of changes) {
    const prepared = await prepare(system, variant);
    for (const who of ["staff", "admin", ...CUSTOMERS] as const) await send(who, prepared);
    await nameAdmin();
  }
}

/** Staff leave a rule, a channel and a test of it, which later requests do not remove. */
async function changeRuleAndChannel(): Promise<void> {
  for (const variant of ["changeAlertRule", "pauseChannel"]) await send("admin", await prepare(system, variant));
  const prepared = await prepare(system, "createChannel");
  const made = createChannel.replies[201].parse(JSON.parse((await send("admin", prepared)).body));
  const testing = await prepare(system, "testChannel");
  const { status } = await send("admin", { ...testing, ids: { ...testing.ids, channel: made.channel.id } });
  expect(status).toBe(200);
}

async function readAll(reads: readonly string[]): Promise<void> {
  for (const variant of reads) {
    const prepared = await prepare(system, variant);
    for (const who of CUSTOMERS) await send(who, prepared);
  }
}

async function readByNumber(): Promise<void> {
  const numbered = [
    ["getAlert", "alert", "alerts"],
    ["getAlertRule", "rule", "alert_rules"],
    ["getDelivery", "delivery", "notifications"],
    ["getMaintenance", "window", "maintenance_windows"],
  ] as const;
  for (const [variant, name, table] of numbered) {
    const prepared = await prepare(system, variant);
    const found = await valuesIn(system.db, table, "id");
    for (const id of found.map(Number)) await send("manager A", { ...prepared, ids: { ...prepared.ids, [name]: id } });
  }
  const acts = system.db.selectFrom("audit_entries").select((of) => of.fn.max("id").as("audited"));
  const act = await prepare(system, "getAuditAct");
  for (const { audited } of await acts.groupBy(["action", "org_id", "actor"]).execute())
    await send("manager A", { ...act, ids: { ...act.ids, audited } });
}

async function readMails(): Promise<void> {
  const folder = join(dataFolder, "mail");
  for (const name of await readdir(folder)) {
    const text = await readFile(join(folder, name), "utf8");
    // Staff may also send mails to themselves.
    if (!OF_STAFF.some((address) => text.includes(`\nTo: ${address}`))) read.push([`mail ${name}`, text]);
  }
}

const live = await followLive();

const all = Map.groupBy(variants(system), isRead);
/** Each part takes a few seconds, also on a slow machine. */
const PART = 20;

test.each(partsOf(all.get(false) ?? []))(
  "customers who try %s and others after staff do not learn who was first",
  async (...changes) => {
    await changeAll(changes);
    expect(staffRead()).toEqual([]);
  },
);

test.each(partsOf(all.get(true) ?? []))(
  "customers read neither the name nor the address of staff in %s and others, whatever staff have done",
  async (...reads) => {
    await changeRuleAndChannel();
    await readAll(reads);
    expect(staffRead()).toEqual([]);
  },
);

test("customers read neither the name nor the address of staff by number, by mail and in changes that are pushed", async () => {
  await readByNumber();
  await readMails();
  read.push(["live", live.join("")]);

  expect(staffRead()).toEqual([]);
  const froms = read.filter(([, text]) => text.includes("Groundcrew Support")).map(([from]) => from.split(" as ")[0]);
  expect(froms).toEqual(
    expect.arrayContaining(["changeAlertRule", "changeChannel", "listAlertRules", "getAlertRule", "listChannels"]),
  );
  expect(froms).toEqual(expect.arrayContaining(["listMaintenance", "getDelivery", "getAlert"]));
  expect(froms.some((from) => from?.startsWith("mail "))).toBe(true);
  expect(live.length).toBeGreaterThan(1);
});

test("staff read who of them it was", async () => {
  for (const variant of ["listAlertRules (customers)", "listChannels"]) {
    const { body } = await send("admin", await prepare(system, variant));
    expect([variant, body.includes(NAME)]).toEqual([variant, true]);
  }
});

test("the audit log of a customer names the support", async () => {
  const { body } = await send("manager A", await prepare(system, "listAuditActs"));
  const { acts } = listAuditActs.replies[200].parse(JSON.parse(body));
  const kinds = z.array(z.string()).parse(acts.map(({ actor }) => actor.kind));
  expect(kinds).toContain("support");
});

function partsOf(names: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(names.length / PART) }, (_, nth) => names.slice(nth * PART, (nth + 1) * PART));
}

/** What names staff in what customers have read so far. */
function staffRead(): [from: string, text: string][] {
  const found = read.filter(([, text]) => OF_STAFF.some((words) => text.includes(words)));
  return found.map(([from, text]) => [from, around(text)]);
}

/** The words of staff in a text, with some before and after. */
function around(text: string): string {
  const at = Math.max(...OF_STAFF.map((words) => text.indexOf(words)));
  return text.slice(Math.max(at - 200, 0), at + 60);
}
