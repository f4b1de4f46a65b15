import { sql } from "kysely";
import type { Condition } from "@groundcrew/shared/alerts";
import { beforeEach, expect, test } from "vitest";
import { evaluatedReadiness } from "../../test/evaluated-readiness.ts";
import { evaluationRig } from "../../test/evaluation-rig.ts";

const rig = await evaluationRig();
const { db, orgs } = rig;
const { evaluated, noBattery } = evaluatedReadiness(rig);
const notReady: Condition = { kind: "not_ready", minutes: 10, limited: false, reasons: [] };
const batteryError = { kind: "battery_error" } as const;
const NO_BATTERY = `Not ready: no charged battery`;

/** What waits is sent. */
const send = () => sql`update notifications set result = 'delivered', sent = now() where result = 'held'`.execute(db);
const active = async () =>
  (await rig.alerts())
    .filter(({ ended_at }) => ended_at === null)
    .map(({ kind, title, parent }) => `${kind} ${title}${parent === null ? "" : ` in ${parent}`}`);

beforeEach(async () => {
  for (const name of rig.names()) await evaluated(name, "ready");
  await rig.clear();
});

// @spec R1.23
test("a station that is not ready for ten minutes makes an alert of both sides, which ends when it is ready", async () => {
  const [name = ""] = await rig.stations(8);
  const support = await rig.rule(notReady);
  const customer = await rig.rule(notReady, { org_id: orgs.harbor });
  await noBattery(name);
  await rig.wait(9);
  expect(await active()).toEqual([]);
  await rig.wait(1);
  expect(await active()).toEqual([`not_ready ${NO_BATTERY}`]);
  await send();
  await evaluated(name, "ready");
  await rig.wait(1);
  expect(await active()).toEqual([]);
  for (const { recipient } of [support, customer]) {
    expect(await rig.notified(recipient)).toEqual([`started ${NO_BATTERY}`, `ended ${NO_BATTERY}`]);
  }
  expect((await rig.alerts()).at(-1)).toMatchObject({ end_reason: "Ready again" });
});

// @spec R1.23
test("an unknown state is left to the rule about offline stations, which explains the alert", async () => {
  const [name = ""] = await rig.stations(8);
  await rig.rule(notReady);
  await rig.rule({ kind: "offline", minutes: 1 });
  await noBattery(name);
  await rig.wait(10);
  rig.lose([name]);
  await evaluated(name, "unknown", [{ code: "offline", effect: "unknown" }, {}]);
  await rig.wait(2);
  expect(await active()).toEqual([`not_ready ${NO_BATTERY} in station:${name}`, "offline Offline"]);
  rig.report([name]);
  await noBattery(name);
  await rig.wait(1);
  expect(await active()).toEqual([`not_ready ${NO_BATTERY}`]);
});

test("the outage of a site explains that its stations are not ready", async () => {
  const names = await rig.stations(3, { location_deployment: "Yard" });
  await rig.stations(6);
  await rig.rule(notReady);
  await rig.rule({ kind: "offline", minutes: 1 });
  await noBattery(names[0] ?? "");
  await rig.wait(10);
  rig.lose(names);
  await rig.wait(3);
  const found = await rig.alerts();
  const parentOf = (subject: string | null | undefined) =>
    found.find(({ kind, subject: of }) => of === subject && kind !== "not_ready")?.parent;
  const alert = found.find(({ kind }) => kind === "not_ready");
  expect(parentOf(alert?.parent)).toMatch(/^site:/);
});

// @spec R1.24
test("it explains alerts about its reasons and no others, and only to those who are notified of it", async () => {
  const [name = "", other = ""] = await rig.stations(8);
  await rig.rule(notReady);
  await rig.rule(batteryError);
  await rig.rule({ kind: "camera_missing", minutes: 1 });
  for (const one of [name, other]) {
    await noBattery(one);
    rig.report([one], { batteries: { failed: [3], hottest: null } }, { missing_cameras: ["pad"] });
  }
  await rig.wait(10);
  const folded = `battery_error Battery Error in slot 3 in station:${name}`;
  expect((await active()).filter((line) => line.endsWith(`station:${name}`))).toEqual([folded]);

  await rig.rule(batteryError, { org_id: orgs.harbor });
  await rig.wait(1);
  expect((await active()).filter((line) => line.endsWith(`station:${name}`))).toEqual([]);
  await rig.rule(notReady, { org_id: orgs.harbor });
  await rig.wait(10);
  expect((await active()).filter((line) => line.endsWith(`station:${name}`))).toEqual([folded]);

  await evaluated(name, "ready");
  await rig.wait(1);
  expect((await active()).filter((line) => line.endsWith(`station:${name}`))).toEqual([]);
});

test("with the usual rules, it does not hold back an urgent battery error, but does once it is urgent itself", async () => {
  const [name = ""] = await rig.stations(8);
  rig.report(rig.names(), { batteries: { failed: [], hottest: null } });
  const { id } = await rig.rule(notReady, { severity: "warning" });
  const { recipient } = await rig.rule(batteryError);
  await noBattery(name);
  rig.report([name], { batteries: { failed: [3], hottest: null } });
  await rig.wait(10);
  expect((await active()).toSorted()).toEqual([`battery_error Battery Error in slot 3`, `not_ready ${NO_BATTERY}`]);
  expect(await rig.notified(recipient)).toEqual(["started Battery Error in slot 3"]);
  for (const [severity, parent] of [
    ["urgent", ` in station:${name}`],
    ["warning", ""],
  ] as const) {
    await sql`update alert_rules set severity = ${severity} where id = ${id}`.execute(db);
    rig.markTopic("alert_rules");
    await rig.wait(1);
    expect(await active()).toContain(`battery_error Battery Error in slot 3${parent}`);
  }
});

test("in maintenance it makes none, and one that is over there ends", async () => {
  const [name = "", before = ""] = await rig.stations(8);
  const { recipient } = await rig.rule(notReady);
  await noBattery(before);
  await rig.wait(10);
  await send();
  for (const one of [name, before]) {
    await rig.setMaintenance(one);
    await evaluated(one, "not_ready", [{ code: "maintenance", effect: "maintenance" }, {}]);
  }
  await rig.wait(15);
  expect(await active()).toEqual([`not_ready ${NO_BATTERY}`]);
  await evaluated(before, "not_ready", [{ code: "maintenance", effect: "maintenance" }]);
  await rig.wait(1);
  expect(await active()).toEqual([]);
  expect(await rig.notified(recipient)).toEqual([`started ${NO_BATTERY}`, `ended ${NO_BATTERY}`]);
  for (const one of [name, before]) await rig.setMaintenance(one, null);
});

test("another server continues while it waits and while it fires", async () => {
  const [name = ""] = await rig.stations(8);
  const { recipient } = await rig.rule(notReady);
  await noBattery(name);
  await rig.wait(5);
  await rig.takeOver();
  await rig.wait(5);
  await rig.takeOver();
  await rig.wait(5);
  expect(await rig.notified(recipient)).toEqual([`started ${NO_BATTERY}`]);
});

test("it ends when its rule is about other reasons, and when its station is retired or moved", async () => {
  const [edited = "", retired = "", moved = ""] = await rig.stations(8);
  const { id } = await rig.rule(notReady, { org_id: orgs.harbor });
  for (const one of [edited, retired, moved]) await noBattery(one);
  await rig.wait(10);
  expect(await active()).toHaveLength(3);
  rig.facts(retired, { retired: new Date(rig.now()).toISOString() });
  rig.facts(moved, { org_id: orgs.provider });
  await rig.wait(1);
  expect(await active()).toHaveLength(1);
  await sql`update alert_rules set condition = ${JSON.stringify({ ...notReady, reasons: ["gripper"] })} where id = ${id}`.execute(
    db,
  );
  rig.markTopic("alert_rules");
  await rig.wait(1);
  expect(await active()).toEqual([]);
});
