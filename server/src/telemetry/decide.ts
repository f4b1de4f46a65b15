import type { Birth } from "@groundcrew/shared/link";
import { BIRTH_CODES } from "@groundcrew/shared/link";
import { summarize, type Snapshot, type TelemetrySummary } from "@groundcrew/shared/telemetry";
import { applyChange, isNewer } from "./apply-change.ts";
import { pointToRecord } from "./history-point.ts";
import type { Item } from "./pending.ts";
import type { StateWrite } from "./queries.ts";
import type { StationState } from "./state.ts";

/** What a birth is answered with, once what it says is written. */
export type BirthAnswer = {
  station: string;
  id: string;
  code: (typeof BIRTH_CODES)[keyof typeof BIRTH_CODES];
  /** Highest boot counter known. */
  boot: number;
  at: number;
  data: Birth["data"];
};

/** What several things that happened to a station, one after the other, come to. */
export type Decision = { write: StateWrite | null; summary: TelemetrySummary | undefined; answers: BirthAnswer[] };

export function decide(before: StationState, items: readonly Item[]): Decision {
  let state = before;
  let snapshot: Snapshot | null = null;
  let at = 0;
  const answers: BirthAnswer[] = [];
  for (const { change, birth } of items) {
    at = Math.max(at, change.at);
    if (change.kind === "spoke") {
      // The same birth delivered twice was accepted the first time.
      const isSame = change.boot === state.boot && change.seq === state.seq;
      const isTaken = isNewer(state, change) || isSame;
      if (isNewer(state, change)) snapshot = change.snapshot;
      const code = isTaken ? BIRTH_CODES.accepted : BIRTH_CODES.behind;
      const boot = Math.max(state.boot, change.boot);
      if (birth) answers.push({ station: state.station_name, code, boot, at: change.at, ...birth });
    }
    state = applyChange(state, change);
  }
  const point = pointToRecord(state, at);
  const recorded = point ?? state.recorded;
  const write = {
    before,
    state: { ...state, version: before.version + 1, recorded },
    snapshot: textOf(snapshot),
    point,
  };
  return {
    write: state === before && !point ? null : write,
    summary: snapshot ? summarize(snapshot) : undefined,
    answers,
  };
}

/** The answers to births of a station that does not exist or is not in service. */
export function answerUnknown(station: string, items: readonly Item[]): BirthAnswer[] {
  return items.flatMap(({ change, birth }) =>
    birth ? [{ station, code: BIRTH_CODES.unknown, boot: 0, at: change.at, ...birth }] : [],
  );
}

function textOf(snapshot: Snapshot | null): string | null {
  return snapshot === null ? null : JSON.stringify(snapshot);
}
