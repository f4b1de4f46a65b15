import type { Alert } from "@groundcrew/shared/alerts";
import { defaultBrand as brand } from "@groundcrew/shared/brand";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { addAlert } from "../../test/alerts.ts";
import { callsRig, HARBOR, type Who } from "../../test/calls-rig.ts";
import { addStation } from "../../test/stations.ts";
import { alertRoutes } from "./index.ts";

const now = () => Date.now();
const rig = await callsRig({ now, add: ({ app, db, board }) => alertRoutes(app, { db, board, brand, now }) });
const { db, orgs } = rig;
const ago = (minutes: number) => new Date(now() - minutes * 60_000).toISOString();
const PIER = await addStation(db, { name: "gc-00000000000c", org_id: orgs.harbor });

beforeEach(async () => {
  await sql`delete from alerts`.execute(db);
  await move(PIER, "harbor", "Pier 3");
});

async function move(station: string, to: keyof typeof orgs, description: string): Promise<void> {
  const [serial_number, location_deployment] = [`Serial ${description}`, `Place ${description}`];
  const changed = { org_id: orgs[to], description, serial_number, location_deployment };
  await db.updateTable("stations").set(changed).where("name", "=", station).execute();
}

const list = async (who: Who, query = "") => (await rig.call(who, `/alerts${query}`)).json();
const titles = async (who: Who, query = "") => (await list(who, query)).alerts.map(({ title }: Alert) => title);
const details = async (who: Who, id: number) => (await rig.call(who, `/alerts/${id}`)).json();
const summary = async (who: Who) => (await rig.call(who, "/alerts/summary")).json();

/** The server is not receiving data from two stations of Harbor, each of which has an alert in that one. */
async function outage(more: { ended_at?: string; end_reason?: string } = {}): Promise<number> {
  const about = { org_id: null, kind: "no_reports", subject: "server:", title: "Server", stations: 2 };
  const server = await addAlert(db, null, { ...about, since: ago(5), ...more });
  await sql`update alerts set members = ${[HARBOR, PIER]} where id = ${server}`.execute(db);
  for (const station of [HARBOR, PIER]) {
    await addAlert(db, station, { org_id: orgs.harbor, parent_id: server, since: ago(7), ...more });
  }
  return server;
}

test("who does not see a cause sees its parts in the list, in the counts, for a station and after it has ended", async () => {
  const server = await outage();
  expect(await titles("harbor user")).toEqual(["Offline", "Offline"]);
  expect((await list("harbor user")).counts).toMatchObject({ all: 2, unassigned: 2 });
  expect((await summary("harbor user")).counts).toMatchObject({ all: 2, unassigned: 2 });
  expect(await titles("harbor user", `?station=${PIER}`)).toEqual(["Offline"]);
  expect((await list("harbor user")).alerts).toMatchObject([{ parent: null }, { parent: null }]);
  expect((await rig.call("harbor user", `/alerts/${server}`)).statusCode).toBe(404);

  await sql`delete from alerts`.execute(db);
  await outage({ ended_at: ago(1), end_reason: "Online again" });
  expect(await titles("harbor user", "?section=ended")).toEqual(["Offline", "Offline"]);
  expect((await summary("harbor user")).last_ended).not.toBeNull();
  expect(await titles("admin", "?section=ended")).toEqual(["Server"]);
});

test.each(["admin", "staff"] as const)("%s sees the cause, before all other alerts, and not its parts", async (who) => {
  await addAlert(db, HARBOR, { org_id: orgs.harbor, kind: "temperature", title: "Hot", since: ago(600) });
  const server = await outage();
  expect(await titles(who)).toEqual(["Server", "Hot"]);
  expect((await list(who)).counts).toMatchObject({ all: 2 });
  const { stations_of } = await details(who, server);
  expect(stations_of).toMatchObject([{ station: PIER }, { station: HARBOR }]);
});

test("each station of a cause has the time since when it is offline itself", async () => {
  const server = await outage();
  await sql`delete from alerts where station_name = ${PIER}`.execute(db);
  const lastOnline = ago(6);
  await sql`
    insert into station_states (station_name, last_online) values (${PIER}, ${lastOnline})
    on conflict (station_name) do update set last_online = excluded.last_online`.execute(db);
  const { stations_of } = await details("admin", server);
  expect(stations_of).toMatchObject([{ station: PIER, since: lastOnline }, { station: HARBOR }]);
  expect(Date.parse(stations_of[1].since)).toBeLessThan(Date.parse(lastOnline));
});

test("a former organization does not read what a station of its old alerts is called and where it is now", async () => {
  const about = { org_id: orgs.harbor, ended_at: ago(1), end_reason: "Online again" };
  const site = await addAlert(db, null, { ...about, kind: "site_outage", subject: "site:a", title: "Site outage" });
  await sql`update alerts set members = ${[HARBOR, PIER]} where id = ${site}`.execute(db);
  const own = await addAlert(db, PIER, about);
  const stationsOf = async (id: number) =>
    (await details("harbor user", id)).stations_of.map(({ station }: { station: string }) => station);
  expect(await stationsOf(site)).toEqual([PIER, HARBOR]);
  await move(PIER, "field", "Secret");
  expect(await stationsOf(site)).toEqual([HARBOR]);
  expect(await stationsOf(own)).toEqual([]);
  expect(await details("harbor user", own)).toMatchObject({
    station_title: "Serial Pier 3",
    subject: { station: PIER },
  });
  expect(JSON.stringify(await list("harbor user", "?section=ended"))).not.toContain("Secret");
  expect(await titles("harbor user", "?section=ended&q=secret")).toEqual([]);
});
