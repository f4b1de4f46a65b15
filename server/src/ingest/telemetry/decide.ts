import type { Birth } from "@groundcrew/shared/link";
import { BIRTH_CODES } from "@groundcrew/shared/link";
import { applyChange, isBootTooHigh, isNewer } from "./apply-change.ts";
import { pointToRecord } from "../history-point.ts";
import type { SnapshotSummary } from "../../stations/index.ts";
import type { Item } from "./telemetry-queue.ts";
import type { StateWrite } from "./state-queries.ts";
import type { Reading } from "./change.ts";
import type { StationState } from "./state.ts";

/** The answer to a birth, sent once its data is stored. */
export type BirthAnswer = {
  station: string;
  id: string;
  /** Here `rejected` means that the boot counter is too high. */
  code: (typeof BIRTH_CODES)[keyof typeof BIRTH_CODES];
  /** Highest known boot counter. */
  boot: number;
  at: number;
  data: Birth["data"];
};

/**
 * The result of several consecutive changes at a station. `summary` is that of a new snapshot. `superseded` is the epoch of a connection whose changes
 * were left out, because another server has accepted the station since.
 */
export type Decision = {
  write: StateWrite | null;
  summary: SnapshotSummary | undefined;
  answers: BirthAnswer[];
  superseded: number | null;
};

export function decide(before: StationState, items: readonly Item[]): Decision {
  const isSuperseded = ({ epoch = before.epoch }: Item) => epoch < before.epoch;
  const superseded = items.findLast(isSuperseded)?.epoch ?? null;
  if (superseded === null) return { ...decideCurrent(before, items), superseded };
  const current = items.filter((item) => !isSuperseded(item));
  if (current.length > 0) return { ...decideCurrent(before, current), superseded };
  return { write: null, summary: undefined, answers: [], superseded };
}

function decideCurrent(before: StationState, items: readonly Item[]): Omit<Decision, "superseded"> {
  let state = before;
  let reading: Reading | null = null;
  let at = 0;
  const answers: BirthAnswer[] = [];
  let swaps = 0;
  for (const { change, birth } of items) {
    at = Math.max(at, change.at);
    if (change.kind === "snapshot") {
      const code = codeFor(state, change);
      if (code === BIRTH_CODES.accepted && isNewer(state, change)) reading = change.reading;
      const boot = code === BIRTH_CODES.rejected ? state.boot : Math.max(state.boot, change.boot);
      if (birth) answers.push({ station: state.station_name, code, boot, at: change.at, ...birth });
    }
    const next = applyChange(state, change);
    // The first reading of the counter gives the number of swaps so far.
    if (state.swaps_reported !== null) swaps += next.swaps_performed - state.swaps_performed;
    state = next;
  }
  const point = pointToRecord(state, at);
  const recorded = point ?? state.recorded;
  const epoch = items.reduce((last, item) => Math.max(last, item.epoch ?? 0), before.epoch);
  const write = {
    state: { ...state, epoch, version: before.version + 1, recorded },
    snapshot: reading?.text ?? null,
    point,
    counted: swaps > 0 ? { swaps, at, firmware: reading?.summary.facts.firmware ?? null } : null,
  };
  return {
    write: state === before && !point ? null : write,
    summary: reading?.summary,
    answers,
  };
}

function codeFor(state: StationState, change: { boot: number; seq: number }): BirthAnswer["code"] {
  if (isBootTooHigh(state, change)) return BIRTH_CODES.rejected;
  // The same birth delivered twice was accepted the first time.
  const isSame = change.boot === state.boot && change.seq === state.seq;
  return isNewer(state, change) || isSame ? BIRTH_CODES.accepted : BIRTH_CODES.behind;
}

/** The answers to births of a station that does not exist or is not in service. */
export function answerUnknown(station: string, items: readonly Item[]): BirthAnswer[] {
  return items.flatMap(({ change, birth }) =>
    birth ? [{ station, code: BIRTH_CODES.unknown, boot: 0, at: change.at, ...birth }] : [],
  );
}
