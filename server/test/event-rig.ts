import { sql } from "kysely";
import type { EventAck, StationEvent } from "@groundcrew/shared/link";
import type { Db } from "../src/platform/db/index.ts";
import { sendMessage } from "./station.ts";
import { addStation, birthOf, envelope, eventOf, teleOf } from "./stations.ts";
import { TelemetryRig, type RigStation } from "./telemetry-rig.ts";

const RESTING = { swaps_performed: 10, door: "closed", pad: "empty" } as const;
/** Capabilities of a station that reports everything by events. */
export const REPORTS_EVENTS = {
  cameras: [],
  streams: 0,
  commands: [],
  events: ["station_error", "swap", "door", "pad"],
};

export const swap = (event_id: string, occurred: number | null): StationEvent => ({
  kind: "swap",
  event_id,
  occurred,
  facts: {},
});
export const door = (event_id: string, occurred: number | null, to: "open" | "closed"): StationEvent => ({
  kind: "door",
  event_id,
  occurred,
  facts: { door: to },
});
export const failure = (event_id: string, occurred: number | null, error_message = "Belt slipped."): StationEvent => ({
  kind: "station_error",
  event_id,
  occurred,
  facts: { error_message },
});

let count = 0;

/**
 * A station whose birth was accepted, on a link of its own, with a closed door, an empty pad, ten swaps, and events for
 * everything.
 */
export async function eventRig(db: Db, orgId: number) {
  const rig = new TelemetryRig(db);
  const name = await addStation(db, { name: `gc-${String(++count).padStart(12, "0")}`, org_id: orgId });
  await rig.start();
  let station = await rig.connect(name);
  let seq = 0;
  const acks: EventAck[] = [];

  /** Sends a birth, again if necessary, with other statuses and fields. */
  async function birth(status: object = {}, more: object = {}, boot = 1): Promise<void> {
    const data = { capabilities: REPORTS_EVENTS, ...more };
    await station.birth(birthOf(envelope(boot, ++seq, rig.now), { ...RESTING, ...status }, data));
  }

  async function collectAcks<Value>(done: Promise<Value>): Promise<void> {
    await done;
    acks.push(...station.acks.splice(0));
  }

  const message = (stationEvent: StationEvent, ts = rig.now) => eventOf(envelope(1, ++seq, ts), stationEvent);
  await birth();
  return {
    rig,
    name,
    acks,
    birth,
    message,
    station: (): RigStation => station,
    /** Ids of events that were acknowledged, in the order in which the acknowledgements arrived. */
    acknowledged: () => acks.flatMap(({ ids }) => ids),
    /** Sends an event, and waits until it is processed and acknowledged. */
    deliver: (stationEvent: StationEvent, ts = rig.now) =>
      collectAcks(station.deliver("event", message(stationEvent, ts))),
    deliverBytes: (payload: Buffer) => collectAcks(station.deliver("event", payload)),
    deliverSnapshot: (status: object, boot = 1) =>
      collectAcks(station.deliver("tele", teleOf(envelope(boot, ++seq, rig.now), { ...RESTING, ...status }))),
    /** Sends a message, and waits only for the broker's acknowledgement. */
    send: (payload: unknown) => sendMessage(station.client, "event", payload),
    settle: () => collectAcks(rig.settle().then(() => station.flush())),
    async reconnect(): Promise<void> {
      await station.dropConnection();
      station = await rig.connect(name);
    },
    ...storedOf(db, name),
  };
}
export type EventRig = Awaited<ReturnType<typeof eventRig>>;

/** What the database has stored about a station. */
function storedOf(db: Db, name: string) {
  return {
    state: () => db.selectFrom("station_states").selectAll().where("station_name", "=", name).executeTakeFirstOrThrow(),
    /** Points as `HH:MM`, swaps, errors, whether it was online, door and pad. */
    async history() {
      const rows = await db
        .selectFrom("station_history")
        .select(["minute", "swaps_performed", "error_count", "online", "door", "pad"])
        .where("station_name", "=", name)
        .orderBy("minute")
        .execute();
      return rows.map(({ minute, swaps_performed, error_count, online, door, pad }) =>
        [minute.slice(11, 16), swaps_performed, error_count, online ? "on" : "off", door, pad].join(" "),
      );
    },
    errors: () =>
      db
        .selectFrom("station_errors")
        .select(["event_id", "error_message", "job_id", "job_type", "occurred", "time_logged"])
        .where("station_name", "=", name)
        .orderBy("id")
        .execute(),
    quarantined: async () =>
      (
        await sql<{
          event_id: string | null;
          reason: string;
          detail: string;
          payload: string;
          bytes: number;
          times: number;
        }>`
          select * from quarantined_events where station_name = ${name} order by last_received`.execute(db)
      ).rows,
  };
}
