import { insertRow } from "../../test/database.ts";
import { listQuarantinedEvents, type RejectedConnection, stationNotices } from "@groundcrew/shared/link";
import { expect, test } from "vitest";
import { callsRig, FIELD, HARBOR } from "../../test/calls-rig.ts";
import { recomputeBaselines } from "../stations/index.ts";
import { linkRoutes } from "./routes.ts";

const MINUTE = 60_000;
let now = Date.parse("2026-06-01T12:00:00.000Z");
const config = { eventLimits: { perSecond: 10, errorsPerDay: 20_000 }, errorsKeptDays: 730, eventsKeptDays: 45 };
let rejected: RejectedConnection[] = [];
const rig = await callsRig({
  now: () => now,
  add({ app, db }) {
    linkRoutes(app, {
      db,
      rejections: async () => ({ connections: rejected, messages: [] }),
      allRejections: async () => ({ connections: rejected, messages: [] }),
      brokerPublicUrl: null,
      config,
      now: () => now,
    });
  },
});

async function notices(caller: "harbor user" | "staff" | "admin", station = HARBOR) {
  const reply = await rig.call(caller, `/stations/${station}/notices`);
  return reply.statusCode === 200 ? stationNotices.parse(reply.json()) : reply.statusCode;
}

test("a station without notices reports how long its errors are stored", async () => {
  expect(await notices("harbor user")).toEqual({
    too_many_events: null,
    swap_counts: null,
    connection_fault: null,
    errors_kept_days: 730,
  });
  expect(await notices("harbor user", FIELD)).toBe(404);
});

test("everyone who sees a station sees that it sends too many events, and it is on the admins' list", async () => {
  const at = new Date(now).toISOString();
  const row = { station_name: HARBOR, since: at, last_limited: at, per_minute: 4_000, limited_by: "events_per_minute" };
  await insertRow(rig.db, "limited_stations", row);
  const limited = { since: at, per_minute: 4_000, limit: { kind: "events_per_minute", value: 600 } };
  expect(await notices("harbor user")).toMatchObject({ too_many_events: limited });
  expect((await rig.call("admin", "/link/limited")).json()).toEqual([{ station: HARBOR, ...limited }]);
  now += 3 * MINUTE;
  expect(await notices("harbor user")).toMatchObject({ too_many_events: null });
});

test("swap counts that differ for half an hour are reported to staff until they agree", async () => {
  const began = now;
  const differs = { station_name: HARBOR, swaps_by_events: true, swaps_performed: 40, swaps_by_counter: 43 };
  await rig.db.insertInto("station_states").values(differs).execute();
  const noticesAfter = async (minutes: number) => {
    now = began + minutes * MINUTE;
    await recomputeBaselines(rig.db, now);
    return notices("staff");
  };
  for (const minutes of [0, 10, 29]) expect(await noticesAfter(minutes)).toMatchObject({ swap_counts: null });
  expect(await noticesAfter(30)).toMatchObject({
    swap_counts: { by_events: 40, by_counter: 43, since: new Date(began).toISOString() },
  });
  expect(await notices("harbor user")).toMatchObject({ swap_counts: null });
  await rig.db.updateTable("station_states").set({ swaps_performed: 43 }).execute();
  expect(await notices("staff")).toMatchObject({ swap_counts: null });
  await noticesAfter(40);
  await rig.db.updateTable("station_states").set({ swaps_performed: 44 }).execute();
  expect(await noticesAfter(69)).toMatchObject({ swap_counts: null });
});

test("quarantined events are listed with how long they are stored", async () => {
  const reply = await rig.call("admin", "/link/quarantine");
  expect(listQuarantinedEvents.replies[200].parse(reply.json())).toEqual({ events: [], kept_days: 45 });
});

test("everyone who sees a station sees for 15 minutes what the broker rejects of it", async () => {
  const at = new Date(now).toISOString();
  const fault = { reason: "qos_2" as const, first_tried: at, last_tried: at, tries: 3 };
  rejected = [
    { station: FIELD, ...fault },
    { station: HARBOR, ...fault },
  ];
  expect(await notices("harbor user")).toMatchObject({ connection_fault: fault });
  now += 15 * MINUTE + 1;
  expect(await notices("harbor user")).toMatchObject({ connection_fault: null });
  // Wrong passwords are for admins: anyone can use a station's name.
  const wrong = { ...fault, reason: "wrong_secret" as const, last_tried: new Date(now).toISOString() };
  rejected = [{ station: HARBOR, ...wrong }];
  expect(await notices("harbor user")).toMatchObject({ connection_fault: null });
});
