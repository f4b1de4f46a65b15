import { addChannel } from "../../test/access/seed.ts";
import { DAY_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { DELIVERIES_PAGE, type Delivery } from "@groundcrew/shared/notifications";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { callsRig, type Who } from "../../test/calls-rig.ts";
import { countDeliveries, selectDeliveries } from "./deliveries-queries.ts";
import { notificationRoutes } from "./index.ts";
import { emptyTables, insertRow } from "../../test/database.ts";

const rig = await callsRig({ now: () => Date.now(), add: ({ app, db }) => notificationRoutes(app, { db }) });
const { db, orgs } = rig;

beforeEach(async () => {
  await emptyTables(db, ["notifications", "jobs"]);
});

type Fields = Partial<{
  org_id: number;
  type: string;
  title: string;
  created: string;
  rule_id: number;
  rule: string;
  alert_id: number;
  channel: string;
  person: string;
  result: string;
  why: string;
  message_id: string;
}>;

/** Stores notifications, and returns the ids in the order given. */
async function add(...all: Fields[]): Promise<number[]> {
  const common = { org_id: orgs.harbor, type: "started", title: "Offline", recipient: "channel:1", group_key: "x" };
  return Promise.all(all.map((fields) => insertRow(db, "notifications", { ...common, urgent: false, ...fields })));
}

async function list(query = "", who: Who = "harbor user") {
  const reply = await rig.call(who, `/notifications/deliveries${query}`);
  expect([reply.statusCode, reply.body]).toEqual([200, expect.any(String)]);
  return reply.json();
}

const titles = (page: { deliveries: Delivery[] }) => page.deliveries.map(({ title }) => title).toSorted();
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

test("an organization reads its own deliveries, and staff those of all or of one", async () => {
  await add({ title: "Ours" }, { title: "Theirs", org_id: orgs.field });
  expect(titles(await list())).toEqual(["Ours"]);
  expect(titles(await list("", "staff"))).toEqual(["Ours", "Theirs"]);
  expect(titles(await list(`?org_id=${orgs.field}`, "admin"))).toEqual(["Theirs"]);
  expect((await rig.call("harbor user", `/notifications/deliveries?org_id=${orgs.field}`)).statusCode).toBe(404);
  expect((await rig.call("harbor key", "/notifications/deliveries")).statusCode).toBe(403);
});

test("each filter narrows the list, and the counts are those of the other filters by result", async () => {
  await add(
    { title: "A", result: "delivered", rule_id: 7, channel: "On call" },
    { title: "B", result: "failed", rule_id: 7, why: "HTTP 500." },
    { title: "C", result: "not_sent", alert_id: 4, person: "ana@harbor.example" },
    { title: "D", result: "retrying", created: ago(2 * DAY_MS) },
  );
  expect(titles(await list("?result=failed"))).toEqual(["B"]);
  expect(titles(await list("?rule=7"))).toEqual(["A", "B"]);
  expect(titles(await list("?alert=4"))).toEqual(["C"]);
  expect(titles(await list(`?after=${ago(DAY_MS)}`))).toEqual(["A", "B", "C"]);
  expect(titles(await list("?q=http%20500"))).toEqual(["B"]);
  expect(titles(await list("?q=ON%20CALL"))).toEqual(["A"]);
  expect(titles(await list("?q=ana@"))).toEqual(["C"]);
  expect(titles(await list("?q=%25"))).toEqual([]);
  const { counts } = await list("?result=failed&rule=7");
  expect(counts).toEqual({ all: 2, delivered: 1, retrying: 0, held: 0, not_sent: 0, failed: 1 });
});

test("a channel's deliveries are found by the channel, and stay in the log when it is deleted", async () => {
  const id = await addChannel(db, orgs.harbor, "Pager");
  const [delivery = 0] = await add({ title: "To the pager", channel: "Pager" });
  await sql`update notifications set channel_id = ${id} where id = ${delivery}`.execute(db);
  expect(titles(await list(`?channel=${id}`))).toEqual(["To the pager"]);
  await sql`delete from channels where id = ${id}`.execute(db);
  const { deliveries } = await list();
  expect(deliveries).toMatchObject([{ title: "To the pager", channel: "Pager", channel_id: null }]);
});

test("pages follow each other without gaps, also while new deliveries arrive", async () => {
  const ids = (await add(...Array.from({ length: DELIVERIES_PAGE * 2 + 1 }, () => ({})))).toSorted((a, b) => b - a);
  const first = await list();
  await add({ title: "New" });
  const second = await list(`?cursor=${first.next}`);
  const third = await list(`?cursor=${second.next}`);
  const read = [first, second, third].flatMap(({ deliveries }) => deliveries.map(({ id }: Delivery) => id));
  expect(read).toEqual(ids);
  expect(third.next).toBeNull();
  expect((await list("?cursor=nonsense")).deliveries).toHaveLength(DELIVERIES_PAGE);
});

test("deliveries of more than 90 days ago are not in the log", async () => {
  await add(
    { title: "Old", created: ago(90 * DAY_MS + MINUTE_MS) },
    { title: "Kept", created: ago(90 * DAY_MS - MINUTE_MS) },
  );
  const page = await list();
  expect([titles(page), page.counts.all]).toEqual([["Kept"], 1]);
});

test("a delivery has its attempts, latest first, and the text of its message once it was sent", async () => {
  const content = JSON.stringify({ title: "Urgent: Offline", lines: ["One.", "Two."] });
  await sql`insert into jobs (kind, key, receiver, payload, attempts)
    values ('message', 'msg_a', 'channel:1', ${content}, 2), ('message', 'msg_b', 'channel:1', ${content}, 0)`.execute(
    db,
  );
  await sql`insert into message_attempts (message_id, status, ms, why, answer) values ('msg_a', 500, 12, 'HTTP 500.', 'no'), ('msg_a', null, 9, 'Not reached.', '')`.execute(
    db,
  );
  const [sent, waiting, held] = await add(
    { result: "retrying", message_id: "msg_a" },
    { message_id: "msg_b" },
    { result: "held", why: "Quiet hours." },
  );
  const read = async (id = 0) => (await rig.call("harbor user", `/notifications/deliveries/${id}`)).json();
  expect(await read(sent)).toMatchObject({
    delivery: { id: sent, tries: 2, next: expect.any(String), message: "msg_a" },
    attempts: [
      { status: null, ms: 9, why: "Not reached.", answer: "" },
      { status: 500, ms: 12, why: "HTTP 500.", answer: "no" },
    ],
    text: "Urgent: Offline\n\nOne.\nTwo.",
  });
  expect(await read(waiting)).toMatchObject({ attempts: [], text: null });
  expect(await read(held)).toMatchObject({ delivery: { tries: 0, why: "Quiet hours." }, attempts: [], text: null });
  expect((await rig.call("field user", `/notifications/deliveries/${sent}`)).statusCode).toBe(404);
});

test("of very many deliveries the newest are counted and searched, through indexes", async () => {
  const limits = { orgId: orgs.harbor, counted: 3, searched: 4 };
  const found = async (query: object) =>
    titles(await selectDeliveries(db, { ...limits, ...query }, { cursor: undefined, limit: DELIVERIES_PAGE }));
  const addThree = () => add(...["A", "B", "C"].map((title) => ({ title, rule_id: 8, result: "delivered" })));
  await add({ title: "Needle", rule_id: 7, result: "failed" });
  await addThree();
  expect(await found({ q: "needle" })).toEqual(["Needle"]);
  expect(await countDeliveries(db, limits)).toMatchObject({ all: 3, delivered: 3, failed: 0 });
  await addThree();
  expect(await found({ q: "needle" })).toEqual([]);
  // Other filters narrow what is searched.
  expect(await found({ q: "needle", rule: 7 })).toEqual(["Needle"]);
  expect(await found({ result: "failed" })).toEqual(["Needle"]);
  const indexes = await sql<{ indexdef: string }>`
    select indexdef from pg_indexes where tablename = 'notifications' and indexdef ~ '(rule_id|result), id DESC'`.execute(
    db,
  );
  expect(indexes.rows).toHaveLength(2);
});

test("a delivery names the page of what it is about", async () => {
  await add({ title: "Alert", alert_id: 4 }, { title: "Test", type: "test" });
  await sql`insert into notifications (org_id, type, title, recipient, group_key, urgent, path)
    values (${orgs.harbor}, 'assigned', 'Assigned to you: Tray bent', 'email:1', 'x', false, '/groups/7')`.execute(db);
  const { deliveries } = await list();
  expect(Object.fromEntries(deliveries.map(({ title, path }: Delivery) => [title, path]))).toEqual({
    Alert: "/attention/4",
    Test: null,
    "Assigned to you: Tray bent": "/groups/7",
  });
});

test("a delivery to a channel that somebody has to resume has no time at which it is sent", async () => {
  const [id = 0] = await add({ title: "Waits", result: "held" });
  const channel = await addChannel(db, orgs.harbor, "Paused");
  await sql`update notifications set channel_id = ${channel} where id = ${id}`.execute(db);
  expect((await list()).deliveries[0].next).toEqual(expect.any(String));
  await sql`update channels set paused = now()`.execute(db);
  expect((await list()).deliveries[0].next).toBeNull();
});

test("a CSV file has all deliveries that match the filters, and no cell is a formula", async () => {
  await add({ title: "Old", channel: '=HYPERLINK("https://evil.example")' });
  const count = 1_050;
  await sql`insert into notifications (org_id, type, title, recipient, group_key, urgent, why)
    select ${orgs.harbor}, 'started', 'Number ' || n, 'channel:1', 'x', false, 'A, "quoted" reason' from generate_series(1, ${count}) n`.execute(
    db,
  );
  await add({ title: "Theirs", org_id: orgs.field });
  const reply = await rig.call("harbor user", "/notifications/deliveries/csv");
  expect([reply.statusCode, reply.headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
  expect(reply.headers["content-disposition"]).toContain("deliveries.csv");
  const lines = reply.body.trimEnd().split("\r\n");
  expect(lines[0]).toBe("\uFEFFTime,Type,Alert,About,Rule,Channel,Person,Device,Result,Why,Attempts,Next,Sent,Message");
  expect(lines).toHaveLength(count + 2);
  expect(lines[1]).toContain('Number 1050,,,,,held,"A, ""quoted"" reason"');
  expect(lines.at(-1)).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
  const filtered = await rig.call("harbor user", "/notifications/deliveries/csv?q=number%201050");
  expect(filtered.body.trimEnd().split("\r\n")).toHaveLength(2);
  expect((await rig.call("harbor user", `/notifications/deliveries/csv?org_id=${orgs.field}`)).statusCode).toBe(404);
});

test("admins read which other work was given up, newest first, with the address it was for", async () => {
  const giveUp = (kind: string, payload: object, { days = 0, outcome = "given_up" } = {}) =>
    sql`insert into jobs (kind, payload, attempts, outcome, ended, last_error)
      values (${kind}, ${JSON.stringify(payload)}, 8, ${outcome}, now() - make_interval(days => ${days}), 'No such mailbox.')`.execute(
      db,
    );
  await giveUp("invitation_mail", { email: "new@harbor.example", org_id: orgs.harbor }, { days: 2 });
  await giveUp("channel_failure_mail", { to: "pat@harbor.example" });
  await giveUp("resolve_errors", { resolution: 1 }, { days: 1 });
  await giveUp("password_mail", { email: "done@harbor.example" }, { outcome: "done" });
  await giveUp("password_mail", { email: "old@harbor.example" }, { days: 31 });
  await giveUp("newer", {});
  const reply = await rig.call("admin", "/notifications/given-up");
  const common = { tries: 8, why: "No such mailbox." };
  expect(reply.json()).toMatchObject([
    { ...common, kind: "channel_failure_mail", to: "pat@harbor.example" },
    { ...common, kind: "resolve_errors", to: null },
    { ...common, kind: "invitation_mail", to: "new@harbor.example" },
  ]);
  for (const who of ["staff", "harbor manager"] as const) {
    expect((await rig.call(who, "/notifications/given-up")).statusCode).toBe(403);
  }
});
