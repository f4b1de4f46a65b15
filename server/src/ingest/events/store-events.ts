import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import { inTransaction, type Db } from "../../platform/db/index.ts";
import { storeErrors, type ReportedError } from "../../error-groups/index.ts";
import { repeat, type Part } from "../../platform/lib/index.ts";
import { storePieces } from "../../swap-attempts/index.ts";
import { insertAnswers, type ResendAnswer } from "../../restores/index.ts";
import { countInHistory, countLater, findLate, type HistoryEvent } from "../history-queries.ts";
import { advanceStates, insertEvents, lockStations, type EventRow, type LockedState } from "./event-queries.ts";
import type { ReadEvent, ReceivedEvent } from "./received-event.ts";

export type StationEvent = Extract<ReceivedEvent, { kind: "event" }>;

/**
 * Outcome of an event. Nothing is stored if it is `not_accepted`, because its station is not in service or has no accepted birth yet, or
 * `superseded`, because its station has reported over a later connection, over which it sends the event again.
 */
export type Outcome = "stored" | "duplicate" | "not_accepted" | "superseded";

/**
 * Stores events and their effects in one transaction. Known events change nothing, and the order of events does not matter. Returns an
 * outcome for each event.
 */
export async function storeEvents(db: Db, events: readonly StationEvent[]): Promise<Outcome[]> {
  return inTransaction(db, async (tx) => {
    const states = await lockStations(tx, [...new Set(events.map(({ station }) => station))].sort());
    const refusals = new Map(events.map((event) => [event, refusalOf(event, states.get(event.station))]));
    const known = events.filter((event) => refusals.get(event) === null).map(prepare);
    const added = new Set(
      await insertEvents(
        tx,
        known.map(({ row }) => row),
      ),
    );
    // If an event is in the batch twice, the first one counts.
    const fresh = known.filter(({ row }) => added.delete(`${row.station_name} ${row.event_id}`));
    if (fresh.length > 0) await applyEffects(tx, fresh, states);
    const stored = new Set(fresh.map(({ event }) => event));
    return events.map((event) => refusals.get(event) ?? (stored.has(event.event) ? "stored" : "duplicate"));
  });
}

/** Why nothing of an event is stored; null if it may be. */
function refusalOf({ epoch }: StationEvent, state: LockedState | undefined): "not_accepted" | "superseded" | null {
  if (!state) return "not_accepted";
  return epoch !== undefined && epoch < state.epoch ? "superseded" : null;
}

const LATE_MS = 5 * SECOND_MS;

/** Regularly adds late events to the history. */
export function startLateCounting({ db, log }: { db: Db; log: Logger }): Part {
  const failure = "late events could not be counted in the history";
  return repeat((signal) => countLate(db, signal), { everyMs: LATE_MS, log, failure });
}

/** Counts everything that is left. Stations take turns. */
export async function countLate(db: Db, signal?: AbortSignal): Promise<void> {
  let next = await findLate(db, "");
  while (next !== undefined) {
    if (signal?.aborted) return;
    const station = next;
    await inTransaction(db, (tx) => countLater(tx, station));
    next = (await findLate(db, station)) ?? (await findLate(db, ""));
  }
}

type PreparedEvent = { event: ReadEvent; row: EventRow };

function prepare({ station, receivedAt, event }: StationEvent): PreparedEvent {
  const { event_id, kind, facts } = event.stationEvent;
  const happened = new Date(event.occurredAt).toISOString();
  const received = new Date(receivedAt).toISOString();
  return { event, row: { station_name: station, event_id, kind, happened, received, facts } };
}

/** Applies new events to station errors, history and states. */
async function applyEffects(
  tx: Db,
  fresh: readonly PreparedEvent[],
  states: ReadonlyMap<string, LockedState>,
): Promise<void> {
  const swapsOf = ({ station_name, kind }: EventRow) =>
    kind === "swap" && states.get(station_name)?.swaps_by_events ? 1 : 0;
  await storeErrors(tx, fresh.flatMap(toError));
  await storePieces(
    tx,
    fresh.map(({ event, row }) => ({ ...row, stationEvent: event.stationEvent })),
  );
  await insertAnswers(tx, fresh.flatMap(toAnswer));
  const changes = fresh.flatMap((prepared) => toHistory(prepared, swapsOf(prepared.row)));
  await countInHistory(tx, changes);
  await advanceStates(
    tx,
    fresh.map(({ row: { station_name, happened, received }, row }) => ({
      station_name,
      happened,
      received,
      swaps: swapsOf(row),
    })),
  );
}

function toError({ event: { stationEvent, isTimeKnown }, row }: PreparedEvent): ReportedError[] {
  if (stationEvent.kind !== "station_error") return [];
  const { station_name, event_id, happened, received: time_logged } = row;
  const { error_message, job_id = null, job_type = null } = stationEvent.facts;
  return [
    { station_name, event_id, error_message, job_id, job_type, occurred: isTimeKnown ? happened : null, time_logged },
  ];
}

function toAnswer({ event: { stationEvent }, row: { station_name, received } }: PreparedEvent): ResendAnswer[] {
  return stationEvent.kind === "resent" ? [{ station_name, received, ...stationEvent.facts }] : [];
}

function toHistory(
  { event: { occurredAt }, row: { station_name, kind } }: PreparedEvent,
  swaps: number,
): HistoryEvent[] {
  const minute = new Date(Math.floor(occurredAt / MINUTE_MS) * MINUTE_MS).toISOString();
  const errors = kind === "station_error" ? 1 : 0;
  const [door, pad] = [kind === "door", kind === "pad"];
  return swaps + errors > 0 || door || pad ? [{ station_name, minute, swaps, errors, door, pad }] : [];
}
