import type { StationConfig } from "@groundcrew/shared/configs";
import { builtInStationTypes } from "@groundcrew/shared/station-types";
import { expect, test } from "vitest";
import { FIELD, fleetRig, HARBOR, INVENTED } from "../../test/fleet-rig.ts";
import { addStation } from "../../test/stations.ts";

const { call, db, orgs, statuses } = await fleetRig();

const config = (day: number): StationConfig => ({
  created: `2026-05-0${day}T00:00:00.000Z`,
  seen: `2026-05-0${day}T12:00:00.000Z`,
  version_api: "4.2",
  version_firmware: `1.${day}`,
  positions: { BattX: [1, 2, 3], LiftTop: 12.5 },
  offsets: { LiftTop: -1 },
  unit_configs: [true, false],
  streaming_turn:
    day === 1 ? null : { stun_url: "stun", stun_port: 3478, turn_protocol: "udp", turn_url: "t", turn_port: 1 },
});

async function report(station: string, { positions, offsets, unit_configs, streaming_turn, ...rest }: StationConfig) {
  await db
    .insertInto("station_configs")
    .values({
      station_name: station,
      ...rest,
      positions: JSON.stringify(positions),
      offsets: JSON.stringify(offsets),
      unit_configs: JSON.stringify(unit_configs),
      streaming_turn: streaming_turn && JSON.stringify(streaming_turn),
    })
    .execute();
}

// @spec 160.1, 255.1
test("the configs of a station are listed newest first, as reported", async () => {
  for (const day of [2, 1, 3]) await report(HARBOR, config(day));
  const reply = await call("harbor user", `/stations/${HARBOR}/configs`);
  expect(reply.json()).toEqual([config(3), config(2), config(1)]);
  expect((await call("field user", `/stations/${FIELD}/configs`)).json()).toEqual([]);
});

test("a station's configs are visible to those who see the station, and to no one else", async () => {
  expect(await statuses(`/stations/${HARBOR}/configs`)).toEqual({
    nobody: 401,
    "harbor user": 200,
    "harbor manager": 200,
    "harbor key": 200,
    "field user": 404,
    staff: 200,
    admin: 200,
  });
  const foreign = await call("harbor user", `/stations/${FIELD}/configs`);
  const invented = await call("harbor user", `/stations/${INVENTED}/configs`);
  expect(foreign.body).toBe(invented.body);
});

// @spec 112.1
test("older revisions are at most nine for each visible station, without its latest", async () => {
  for (let day = 1; day <= 12; day += 1) {
    const created = new Date(Date.UTC(2026, 2, day)).toISOString();
    await report(FIELD, { ...config(1), created, seen: created, version_api: String(day) });
  }
  const older = async (who: "harbor user" | "field user" | "staff") =>
    (await call(who, "/configs?station_type=atlas")).json();
  expect((await older("harbor user")).configs).toEqual([
    { ...config(2), station: HARBOR },
    { ...config(1), station: HARBOR },
  ]);
  const versions = (await older("field user")).configs.map((config: { version_api: string }) => config.version_api);
  expect(versions).toEqual(["11", "10", "9", "8", "7", "6", "5", "4", "3"]);
  const all = await older("staff");
  expect([all.configs.length, all.next]).toEqual([11, null]);
  const rest = await call("staff", `/configs?station_type=atlas&after=${HARBOR}`);
  expect(rest.json().configs).toHaveLength(9);
  expect((await call("staff", "/configs?station_type=global")).json()).toEqual({ configs: [], next: null });
});

test("unchanged older revisions are not sent again, and callers with another scope get another tag", async () => {
  const path = "/configs?station_type=atlas";
  const first = await call("harbor user", path);
  const etag = String(first.headers.etag);
  const readAgain = (who: "harbor user" | "field user") => call(who, path, { headers: { "if-none-match": etag } });
  const again = await readAgain("harbor user");
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, "", etag]);
  expect((await readAgain("field user")).statusCode).toBe(200);
  await report(HARBOR, config(4));
  expect((await readAgain("harbor user")).json().configs).toHaveLength(first.json().configs.length + 1);
});

test("older revisions are returned in pages of 250 stations", async () => {
  const names = Array.from({ length: 252 }, (_, nth) => `gc-2${nth.toString(16).padStart(11, "0")}`);
  for (const name of names) await addStation(db, { name, org_id: orgs.field, station_type: "universal" });
  for (const name of names.slice(-1)) for (const day of [1, 2]) await report(name, config(day));
  const first = (await call("staff", "/configs?station_type=universal")).json();
  expect(first).toEqual({ configs: [], next: names[249] });
  const second = (await call("staff", `/configs?station_type=universal&after=${first.next}`)).json();
  expect(second).toEqual({ configs: [{ ...config(1), station: names[251] }], next: null });
});

// @spec 254.1
test("only logged-in users get the station types", async () => {
  expect((await call("harbor user", "/station-types")).json()).toEqual(builtInStationTypes);
  expect((await call("harbor key", "/station-types")).statusCode).toBe(200);
  expect((await call("nobody", "/station-types")).statusCode).toBe(401);
});
