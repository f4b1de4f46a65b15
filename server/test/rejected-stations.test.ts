import { valuesIn } from "./database.ts";
import { defaultBrand } from "@groundcrew/shared/brand";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { beforeEach, expect, test } from "vitest";
import { evaluationRig } from "./evaluation-rig.ts";
import { rejectedConnectionLog } from "../src/platform/link/admit.ts";
import { updateRejectedStations } from "../src/alerts/evaluation/rejected-stations.ts";

const rig = await evaluationRig();
const { db, board, now, stations } = rig;

beforeEach(() => rig.clear());

/** A server whose broker rejects connections. */
function server() {
  const log = rejectedConnectionLog();
  const update = updateRejectedStations({
    db,
    board,
    brand: defaultBrand,
    rejectedConnections: async () => log.list(),
    now,
  });
  return { note: (name: string, verdict: Parameters<typeof log.note>[1]) => log.note(name, verdict, now()), update };
}

/** The station tries to connect each half a minute, for some minutes. */
async function keepTrying({ note, update }: ReturnType<typeof server>, name: string, minutes = 2): Promise<void> {
  for (let tried = 0; tried < 2 * minutes; tried += 1) {
    note(name, "wrong_secret");
    await update();
    await rig.wait(0.5);
  }
}

const wrongPassword = "Connections rejected: the password is wrong";

test("a station in service whose password is wrong makes one alert for staff, which ends when it is accepted", async () => {
  const [name = ""] = await stations(1);
  rig.lose([name]);
  const { note, update } = server();
  note(name, "wrong_secret");
  note(name, "wrong_secret");
  note(name, "wrong_secret");
  await update();
  expect(await rig.alerts()).toEqual([]);
  await keepTrying({ note, update }, name);
  expect(await rig.alerts()).toMatchObject([
    { kind: "rejected_station", subject: `station:${name}`, title: wrongPassword, severity: "warning", ended_at: null },
  ]);
  expect(await valuesIn(db, "alerts", "org_id")).toEqual([null]);
  note(name, "accepted");
  rig.report([name]);
  await update();
  expect(await rig.alerts()).toMatchObject([{ end_reason: "Its connections are accepted again" }]);
});

test("the alert names another reason when there is one, and ends when the station is retired", async () => {
  const [name = ""] = await stations(1);
  rig.lose([name]);
  const { note, update } = server();
  await keepTrying({ note, update }, name);
  note(name, "disabled");
  await update();
  const title = "Connections rejected: it has no password, or its telemetry is not enabled";
  expect(await rig.alerts()).toMatchObject([{ title, ended_at: null }]);
  rig.facts(name, { retired: new Date(now()).toISOString() });
  await update();
  expect(await rig.alerts()).toMatchObject([{ end_reason: "The station is no longer in service" }]);
});

test("an unknown name, and someone else who uses the name of a station that is online, make no alert", async () => {
  const [name = ""] = await stations(1);
  const one = server();
  for (const tried of ["gc-unknown", name]) await keepTrying(one, tried);
  expect(await rig.alerts()).toEqual([]);
});

test("a restart keeps an alert until the station has had time to try again, and then it ends if it does not", async () => {
  const [name = ""] = await stations(1);
  rig.lose([name]);
  await keepTrying(server(), name);
  const restarted = server();
  await restarted.update();
  rig.pass(14 * MINUTE_MS);
  await restarted.update();
  expect(await rig.alerts()).toMatchObject([{ ended_at: null }]);
  await keepTrying(restarted, name);
  rig.pass(10 * MINUTE_MS);
  await restarted.update();
  expect(await rig.alerts()).toMatchObject([{ title: wrongPassword, ended_at: null }]);
  rig.pass(6 * MINUTE_MS);
  await restarted.update();
  expect(await rig.alerts()).toMatchObject([{ end_reason: "It no longer tries to connect" }]);
});
