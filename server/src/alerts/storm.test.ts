import { MINUTE_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { emptyTables } from "../../test/database.ts";
import { evaluationRig } from "../../test/evaluation-rig.ts";
import { addEachStation, addOrganization } from "../../test/stations.ts";

const rig = await evaluationRig();
const { db } = rig;
const offline = { kind: "offline", minutes: 1 } as const;
const SERVER = "Groundcrew is not receiving data from many of its stations";
const customers: number[] = [];
for (let nth = 1; nth <= 6; nth += 1) customers.push(await addOrganization(db, `Customer ${nth}`));

let count = 0;
/** Stations of a customer at a site of their own, which report. */
async function site(customer: number, stations: number): Promise<string[]> {
  count += 1;
  const [place, org_id] = [`Yard ${count}`, customers[customer] ?? 0];
  const names = Array.from(
    { length: stations },
    (_, nth) => `gc-${count.toString(16).padStart(6, "0")}${nth.toString(16).padStart(6, "0")}`,
  );
  await addEachStation(
    db,
    names.map((name) => ({ name, org_id })),
  );
  for (const name of names) {
    rig.facts(name, { org_id, organization_name: `Customer ${customer + 1}`, location_deployment: place });
  }
  rig.report(names);
  return names;
}

/** The rules of the support and of all customers; returns who is notified by them, the support first. */
async function rules(): Promise<string[]> {
  const support = await rig.rule(offline);
  const others = [];
  for (const org_id of customers) others.push((await rig.rule(offline, { org_id })).recipient);
  return [support.recipient, ...others];
}

const retire = (names: readonly string[]) => {
  for (const name of names) rig.facts(name, { retired: "2026-11-25T12:00:00.000Z" });
};
const active = async () => (await rig.alerts()).filter(({ ended_at }) => ended_at === null);
/** Active alerts of the causes of others. */
const causes = async () => (await active()).filter(({ kind }) => kind === "no_reports" || kind === "site_outage");
/** What a recipient is sent, and how often. All that waits is sent. */
async function sent(recipient: string): Promise<Record<string, number>> {
  await sql`update notifications set result = 'delivered', sent = now() where result = 'held'`.execute(db);
  const lines = (await rig.notified(recipient)).filter((line) => !line.includes(" -- "));
  return Object.fromEntries(
    [...Map.groupBy(lines, (line) => line.replace(/ \d+$/, ""))].map(([line, all]) => [line, all.length]),
  );
}

beforeEach(async () => {
  retire(rig.names());
  await rig.wait(1);
  await emptyTables(db, ["notifications", "alerts", "alert_rules", "channels"]);
  rig.markTopic("alert_rules");
  // Starts and ends of other tests are forgotten.
  rig.pass(61 * MINUTE_MS);
  await rig.run();
});

test("six dark stations of one yard are a site outage, hold back no other alert, and end when they are retired", async () => {
  const yard = await site(0, 6);
  const others = [...(await site(1, 5)), ...(await site(2, 5)), ...(await site(1, 1)), ...(await site(2, 2))];
  const [support = "", first = "", second = ""] = await rules();
  rig.lose(yard);
  await rig.wait(5);
  expect(await causes()).toMatchObject([{ kind: "site_outage", detail: "All 6 stations are offline", stations: 6 }]);
  rig.lose([others[0] ?? ""]);
  await rig.wait(5);
  expect(await sent(second)).toEqual({ "started Offline": 1 });
  expect(await sent(support)).toEqual({ "started Site outage: Yard": 1, "started Offline": 1 });
  expect(await sent(first)).toEqual({ "started Site outage: Yard": 1 });
  retire(yard.slice(0, 1));
  await rig.wait(1);
  expect(await causes()).toMatchObject([{ detail: "5 stations are offline", stations: 5 }]);
  retire(yard.slice(1));
  await rig.wait(1);
  expect((await active()).map(({ kind }) => kind)).toEqual(["offline"]);
  expect(await sent(first)).toEqual({ "started Site outage: Yard": 1, "ended Site outage: Yard": 1 });
});

test("stations of one organization that go dark are no longer held back once most others report as usual", async () => {
  const dark = [...(await site(0, 1)), ...(await site(0, 1)), ...(await site(0, 1)), ...(await site(0, 4))];
  await site(1, 5);
  await site(2, 4);
  const [support = "", customer = ""] = await rules();
  rig.lose(dark);
  await rig.wait(1.5, 0.5);
  expect(await causes()).toMatchObject([
    { kind: "no_reports", detail: "No data from 7 of 16 stations" },
    { kind: "site_outage" },
  ]);
  expect(await sent(customer)).toEqual({ "started Offline": 3, "started Site outage: Yard": 1 });
  await rig.wait(10);
  expect((await rig.alerts()).find(({ kind }) => kind === "no_reports")).toMatchObject({
    end_reason: "Most stations report",
  });
  expect(await sent(support)).toEqual({
    [`started ${SERVER}`]: 1,
    [`ended ${SERVER}`]: 1,
    "started Offline": 3,
    "started Site outage: Yard": 1,
  });
  expect(await sent(customer)).toEqual({ "started Offline": 3, "started Site outage: Yard": 1 });
});

/** A fleet of three customers, nearly all of whose stations are silent. */
async function silentFleet() {
  const dark = [
    ...(await site(0, 1)),
    ...(await site(1, 1)),
    ...(await site(2, 1)),
    ...(await site(0, 1)),
    ...(await site(1, 1)),
    ...(await site(2, 1)),
  ];
  const up = await site(3, 2);
  const recipients = await rules();
  rig.lose(dark);
  await rig.wait(2, 0.5);
  expect(await causes()).toMatchObject([{ kind: "no_reports", detail: "No data from 6 of 8 stations" }]);
  const silent = () => rig.alerts().then((all) => all.findLast(({ kind }) => kind === "no_reports"));
  return { dark, up, support: recipients[0] ?? "", recipients, silent };
}

test("a station that goes silent later is not a part of it, and is sent", async () => {
  const { up, support } = await silentFleet();
  await rig.wait(2);
  rig.lose(up.slice(0, 1));
  await rig.wait(2);
  expect(await sent(support)).toEqual({ [`started ${SERVER}`]: 1, "started Offline": 1 });
});

test("stations that are retired, moved, in maintenance or without telemetry leave it, and it ends with the last of them", async () => {
  const { dark, silent } = await silentFleet();
  const [one = "", two = "", three = "", four = "", ...rest] = dark;
  const until = "2026-11-26T16:00:00.000Z";
  rig.facts(one, { retired: until });
  rig.facts(two, { org_id: customers[4] ?? 0 });
  rig.facts(three, {
    maintenance: { id: 1, why: "Belt", by: "Ana", by_staff: false, from: "2026-11-25T00:00:00.000Z", until },
  });
  rig.facts(four, { telemetry_enabled: false });
  await rig.run();
  expect(await silent()).toMatchObject({ stations: 2, ended_at: null });
  const grouped = (await active()).filter(({ parent }) => parent === "server:").map(({ subject }) => subject);
  expect(grouped.toSorted()).toEqual(rest.map((name) => `station:${name}`).toSorted());
  retire(rest);
  await rig.run();
  expect(await silent()).toMatchObject({ end_reason: "Its stations are no longer in service" });
});

test("after an hour without more silent stations it ends, and what it held back is sent", async () => {
  const { support, silent, recipients } = await silentFleet();
  await rig.wait(57, 3);
  await rig.takeOver();
  expect(await silent()).toMatchObject({ ended_at: null, detail: "No data from 6 of 8 stations" });
  expect(await sent(support)).toEqual({ [`started ${SERVER}`]: 1 });
  await rig.wait(9);
  expect(await silent()).toMatchObject({ end_reason: "No more stations went silent for an hour" });
  expect(await sent(support)).toEqual({ [`started ${SERVER}`]: 1, [`ended ${SERVER}`]: 1, "started Offline": 6 });
  // Customers were notified at once, and are not again.
  expect(await sent(recipients[1] ?? "")).toEqual({ "started Offline": 2 });
});

test("each time that the server does not receive data is sent, however often within an hour", async () => {
  const { dark, support, recipients } = await silentFleet();
  for (let time = 0; time < 3; time += 1) {
    await sent(support);
    rig.report(dark);
    await rig.wait(3);
    await sent(support);
    rig.lose(dark);
    await rig.wait(3);
  }
  expect(await sent(support)).toMatchObject({ [`started ${SERVER}`]: 4, [`ended ${SERVER}`]: 3 });
  expect(await sent(recipients[1] ?? "")).toMatchObject({ "flapping Offline": 2 });
});

test("a site outage is in maintenance when all its stations are, and shrinks when some are", async () => {
  const yard = await site(0, 3);
  await site(1, 6);
  const [support = ""] = await rules();
  rig.lose(yard);
  await rig.wait(3);
  await rig.setMaintenance(yard[0] ?? "");
  await rig.run();
  expect(await causes()).toMatchObject([{ detail: "2 stations are offline", in_maintenance: false }]);
  for (const name of yard.slice(1)) await rig.setMaintenance(name);
  await rig.run();
  expect(await causes()).toMatchObject([{ detail: "All 3 stations are offline", in_maintenance: true }]);
  await sent(support);
  for (const name of yard) await rig.setMaintenance(name, null);
  await rig.wait(6);
  expect(await causes()).toMatchObject([{ stations: 3, in_maintenance: false }]);
  expect(await sent(support)).toEqual({ "started Site outage: Yard": 1, "repeated Site outage: Yard": 1 });
});

test("240 stations of 30 sites that go dark at once, twice, are one alert for the support and one for each site for its customer", async () => {
  const names: string[] = [];
  for (let nth = 0; nth < 30; nth += 1) names.push(...(await site(nth % 6, 8)));
  const [support = "", ...others] = await rules();
  const storm = async () => {
    rig.lose(names);
    await rig.wait(12);
    expect((await active()).filter(({ parent }) => parent === null)).toMatchObject([
      { kind: "no_reports", title: SERVER, detail: "No data from 240 of 240 stations", stations: 240 },
    ]);
    await sent(support);
    rig.report(names);
    await rig.wait(7);
    expect(await active()).toEqual([]);
  };
  await storm();
  await rig.wait(55, 5);
  await storm();
  expect(await sent(support)).toEqual({ [`started ${SERVER}`]: 2, [`ended ${SERVER}`]: 2 });
  for (const customer of others) {
    expect(await sent(customer)).toEqual({ "started Site outage: Yard": 10, "ended Site outage: Yard": 10 });
  }
});
