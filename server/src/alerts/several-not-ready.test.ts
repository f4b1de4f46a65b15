import type { Condition } from "@groundcrew/shared/alerts";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { evaluatedReadiness } from "../../test/evaluated-readiness.ts";
import { evaluationRig } from "../../test/evaluation-rig.ts";

const rig = await evaluationRig();
const { db, orgs } = rig;
const { evaluated, noBattery } = evaluatedReadiness(rig);
const notReady: Condition = { kind: "not_ready", minutes: 10, limited: false, reasons: [] };
const NO_BATTERY = "Not ready: no charged battery";
const GRIPPER = [{ code: "gripper" as const, args: { parts: ["left gripper"] } }];

/** Stations of one site. */
let yards = 0;
const yard = (count: number) => rig.stations(count, { location_deployment: `Yard ${(yards += 1)}` });
const active = async () => (await rig.alerts()).filter(({ ended_at }) => ended_at === null);
const several = async () => (await active()).filter(({ kind }) => kind === "site_not_ready");
/** The stations whose alerts are grouped into one about several, and those that stand alone, by their place in `names`. */
async function parts(names: readonly string[]): Promise<{ grouped: number[]; alone: number[] }> {
  const found = (await active()).filter(({ kind }) => kind === "not_ready");
  const placesOf = (isGrouped: boolean) =>
    found
      .filter(({ parent }) => (parent?.startsWith("reason:") ?? false) === isGrouped)
      .map(({ subject }) => names.indexOf(subject.replace("station:", "")))
      .sort((one, other) => one - other);
  return { grouped: placesOf(true), alone: placesOf(false) };
}
/** What a recipient was sent. All that waits is sent. */
async function sent(recipient: string): Promise<string[]> {
  await sql`update notifications set result = 'delivered', sent = now() where result = 'held'`.execute(db);
  return (await rig.notified(recipient)).filter((line) => !line.includes(" -- "));
}

beforeEach(async () => {
  for (const name of rig.names()) {
    rig.facts(name, { retired: null });
    await evaluated(name, "ready");
  }
  await rig.clear();
});

// @spec R1.25
test("three stations of a site with one reason within ten minutes are one alert, which ends when all are ready", async () => {
  const names = await yard(4);
  const support = await rig.rule(notReady);
  const customer = await rig.rule(notReady, { org_id: orgs.harbor });
  for (const name of names.slice(0, 3)) {
    await noBattery(name);
    await rig.wait(4);
  }
  await rig.wait(10);
  expect(await several()).toMatchObject([
    { title: NO_BATTERY, detail: "3 of 4 stations", severity: "urgent", stations: 3 },
  ]);
  expect(await parts(names)).toEqual({ grouped: [0, 1, 2], alone: [] });
  for (const { recipient } of [support, customer]) expect(await sent(recipient)).toEqual([`started ${NO_BATTERY}`]);

  for (const name of names.slice(0, 2)) await evaluated(name, "ready");
  await rig.wait(1);
  expect(await several()).toMatchObject([{ stations: 1, detail: "1 of 4 stations" }]);
  await evaluated(names[2] ?? "", "ready");
  await rig.wait(1);
  expect(await active()).toEqual([]);
  expect((await rig.alerts()).find(({ kind }) => kind === "site_not_ready")?.end_reason).toBe("Ready again");
  for (const { recipient } of [support, customer]) {
    expect(await sent(recipient)).toEqual([`started ${NO_BATTERY}`, `ended ${NO_BATTERY}`]);
  }
});

// @spec R1.25
test("two stations, three at different sites, three with different reasons and three in eleven minutes stand alone", async () => {
  await rig.rule(notReady);
  const [two, apart, reasons, slow] = [await yard(2), await rig.stations(3), await yard(3), await yard(3)];
  for (const name of [...two, ...apart]) await noBattery(name);
  await noBattery(reasons[0] ?? "");
  await noBattery(reasons[1] ?? "");
  await evaluated(reasons[2] ?? "", "not_ready", GRIPPER);
  for (const name of slow) {
    await noBattery(name);
    await rig.wait(5.5, 0.5);
  }
  await rig.wait(10);
  expect(await several()).toEqual([]);
  expect((await active()).length).toBe(11);
});

test("what began within ten minutes of the first joins later, and what began later stands alone", async () => {
  const names = await yard(5);
  const { recipient } = await rig.rule({ ...notReady, minutes: 1 });
  for (const name of names.slice(0, 3)) await noBattery(name);
  await rig.wait(9);
  await noBattery(names[3] ?? "");
  await rig.wait(2);
  await noBattery(names[4] ?? "");
  await rig.wait(2);
  expect(await several()).toMatchObject([{ stations: 4 }]);
  expect(await parts(names)).toEqual({ grouped: [0, 1, 2, 3], alone: [4] });
  expect(await sent(recipient)).toEqual([`started ${NO_BATTERY}`, `started ${NO_BATTERY}`]);
});

test("what its earliest station is part of later, after being ready again, is another one", async () => {
  const names = await yard(5);
  const { recipient } = await rig.rule({ ...notReady, minutes: 1 });
  const lackBatteries = async (...places: number[]) => {
    for (const place of places) {
      await noBattery(names[place] ?? "");
      await rig.wait(0.1);
    }
    await rig.wait(2);
  };
  await lackBatteries(0, 1, 2);
  expect(await sent(recipient)).toEqual([`started ${NO_BATTERY}`]);
  await evaluated(names[0] ?? "", "ready");
  await rig.wait(10);
  await lackBatteries(0, 3, 4);
  expect(await parts(names)).toEqual({ grouped: [0, 1, 2, 3, 4], alone: [] });
  expect(await several()).toMatchObject([{ stations: 2 }, { stations: 3 }]);
  expect(await sent(recipient)).toEqual([`started ${NO_BATTERY}`, `started ${NO_BATTERY}`]);
  for (const name of names.slice(1, 3)) await evaluated(name, "ready");
  await rig.wait(1);
  expect(await several()).toMatchObject([{ stations: 3 }]);
  expect(await parts(names)).toEqual({ grouped: [0, 3, 4], alone: [] });
  expect(await sent(recipient)).toEqual([`started ${NO_BATTERY}`, `started ${NO_BATTERY}`, `ended ${NO_BATTERY}`]);
});

test("a station whose first reason becomes another one leaves it and is notified of five minutes later", async () => {
  const names = await yard(3);
  const { recipient } = await rig.rule(notReady);
  for (const name of names) await noBattery(name);
  await rig.wait(11);
  await evaluated(names[0] ?? "", "not_ready", [...GRIPPER, {}]);
  await rig.wait(4);
  expect(await parts(names)).toEqual({ grouped: [1, 2], alone: [0] });
  expect(await sent(recipient)).toEqual([`started ${NO_BATTERY}`]);
  await rig.wait(3);
  expect(await sent(recipient)).toEqual([`started ${NO_BATTERY}`, "started Not ready: left gripper closed"]);
  for (const name of names.slice(1)) await evaluated(name, "not_ready", [...GRIPPER, {}]);
  await rig.wait(1);
  expect(
    (await rig.alerts()).find(({ title, kind }) => kind === "site_not_ready" && title === NO_BATTERY),
  ).toMatchObject({
    end_reason: "Its stations have other reasons now",
  });
});

test("a station of which two rules have different reasons is not one of them", async () => {
  const names = await yard(4);
  await rig.rule(notReady);
  await rig.rule({ ...notReady, reasons: ["gripper"] });
  for (const name of names.slice(0, 3)) await noBattery(name);
  await evaluated(names[3] ?? "", "not_ready", [{}, ...GRIPPER]);
  await rig.wait(11);
  expect(await parts(names)).toEqual({ grouped: [0, 1, 2], alone: [3] });
});

test("it is the same after a restart, also while its stations wait", async () => {
  const names = await yard(4);
  const { recipient } = await rig.rule(notReady);
  for (const name of names.slice(0, 3)) await noBattery(name);
  await rig.wait(5);
  await noBattery(names[3] ?? "");
  await rig.takeOver();
  await rig.wait(6);
  await rig.takeOver();
  await rig.wait(10);
  expect(await several()).toMatchObject([{ stations: 4, detail: "All 4 stations" }]);
  expect(await parts(names)).toEqual({ grouped: [0, 1, 2, 3], alone: [] });
  expect(await sent(recipient)).toEqual([`started ${NO_BATTERY}`]);
  await rig.takeOver();
  for (const name of names) await evaluated(name, "ready");
  await rig.wait(1);
  expect(await sent(recipient)).toEqual([`started ${NO_BATTERY}`, `ended ${NO_BATTERY}`]);
});

test("stations that were not ready alone before are not one alert because they are at one site now, nor after a restart", async () => {
  const names = await rig.stations(3);
  const { recipient } = await rig.rule(notReady);
  for (const name of names) await noBattery(name);
  await rig.wait(11);
  expect(await sent(recipient)).toHaveLength(3);
  yards += 1;
  for (const name of names) rig.facts(name, { location_deployment: `Yard ${yards}` });
  await rig.wait(2);
  await rig.takeOver();
  await rig.wait(2);
  expect(await several()).toEqual([]);
  expect(await parts(names)).toEqual({ grouped: [], alone: [0, 1, 2] });
});

test("stations in maintenance do not count, and it is in maintenance when all of its stations are", async () => {
  const names = await yard(4);
  const inMaintenance = { code: "maintenance" as const, effect: "maintenance" as const };
  await rig.setMaintenance(names[3] ?? "");
  await rig.rule(notReady);
  for (const name of names.slice(0, 2)) await noBattery(name);
  await evaluated(names[3] ?? "", "not_ready", [inMaintenance, {}]);
  await rig.wait(2);
  expect(await several()).toEqual([]);
  await noBattery(names[2] ?? "");
  await rig.wait(10);
  expect(await several()).toMatchObject([{ stations: 3, in_maintenance: false }]);
  await rig.setMaintenance(names[0] ?? "");
  await evaluated(names[0] ?? "", "not_ready", [inMaintenance, {}]);
  await rig.wait(1);
  expect(await several()).toMatchObject([{ stations: 2, in_maintenance: false }]);
  for (const name of names.slice(1, 3)) {
    await rig.setMaintenance(name);
    await evaluated(name, "not_ready", [inMaintenance, {}]);
  }
  await rig.wait(1);
  expect(await several()).toMatchObject([{ in_maintenance: true }]);
  for (const name of names) {
    await rig.setMaintenance(name, null);
    await evaluated(name, "ready");
  }
  await rig.wait(1);
  expect(await active()).toEqual([]);
});

test("a muted part counts, and its mute holds nothing else back", async () => {
  const names = await yard(3);
  const { recipient } = await rig.rule({ ...notReady, minutes: 1 });
  await noBattery(names[0] ?? "");
  await rig.wait(2);
  const [alone] = await active();
  await sql`
    insert into alert_mutes (alert_id, side, until, by_name, why, level, severity)
    values (${alone?.id ?? 0}, 0, '2027-01-01', 'Ana Ruiz', 'Belt', 1, 'urgent')`.execute(db);
  for (const name of names.slice(1)) await noBattery(name);
  await rig.wait(2);
  expect(await several()).toMatchObject([{ stations: 3 }]);
  expect(await sent(recipient)).toEqual([`started ${NO_BATTERY}`, `started ${NO_BATTERY}`]);
});

test("a station that moves to another organization, or is retired, leaves it", async () => {
  const names = await yard(3);
  const { recipient } = await rig.rule(notReady);
  for (const name of names) await noBattery(name);
  await rig.wait(11);
  expect(await sent(recipient)).toEqual([`started ${NO_BATTERY}`]);
  rig.facts(names[0] ?? "", { org_id: orgs.provider, location_deployment: `Yard ${yards}` });
  await rig.wait(1);
  expect(await several()).toMatchObject([{ stations: 2 }]);
  for (const name of names) rig.facts(name, { retired: new Date(rig.now()).toISOString() });
  await rig.wait(1);
  expect(await several()).toEqual([]);
  expect((await rig.alerts()).find(({ kind }) => kind === "site_not_ready")?.end_reason).toBe(
    "Its stations are no longer in service",
  );
  expect((await sent(recipient)).filter((line) => line.startsWith("ended"))).toHaveLength(1);
});

test("it is grouped into the outage of its site while that lasts", async () => {
  const names = await yard(3);
  await rig.stations(8);
  await rig.rule(notReady);
  await rig.rule({ kind: "offline", minutes: 1 });
  for (const name of names) await noBattery(name);
  await rig.wait(11);
  rig.lose(names);
  for (const name of names) await evaluated(name, "unknown", [{ code: "offline", effect: "unknown" }, {}]);
  await rig.wait(4);
  const [found] = await several();
  expect(found?.parent).toMatch(/^site:/);
  rig.report(names);
  for (const name of names) await noBattery(name);
  await rig.wait(1);
  expect((await several())[0]?.parent).toBeNull();
});

test("a rule that is switched off ends it, and one for Limited stations has alerts of its own", async () => {
  const names = await yard(3);
  const { id, recipient } = await rig.rule(notReady);
  const limited = await rig.rule({ ...notReady, limited: true });
  const few = { code: "few_batteries" as const, effect: "limit" as const, args: { charged: 1, next: "none_charging" } };
  for (const name of names) await evaluated(name, "limited", [few]);
  await rig.wait(11);
  expect((await several()).map(({ title }) => title)).toEqual(["Limited: few charged batteries"]);
  expect(await sent(recipient)).toEqual([]);
  for (const name of names) await noBattery(name);
  await rig.wait(11);
  expect((await several()).map(({ title }) => title)).toEqual([NO_BATTERY]);
  expect(await sent(recipient)).toEqual([`started ${NO_BATTERY}`]);
  await sql`update alert_rules set enabled = false, off_since = now() where id in (${id}, ${limited.id})`.execute(db);
  rig.markTopic("alert_rules");
  await rig.wait(1);
  expect(await active()).toEqual([]);
});
