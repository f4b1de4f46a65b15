import type { Timestamp } from "@groundcrew/shared/lib";
import type { StationEvent } from "@groundcrew/shared/link";
import { jobTypeOf } from "@groundcrew/shared/station-errors";
import { isSwapJob } from "@groundcrew/shared/swap-attempts";
import { selectStationsThen } from "../error-groups/index.ts";
import type { Db } from "../platform/db/index.ts";
import { insertPieces, type NewPiece } from "./piece-queries.ts";

/** An event that was stored just now. */
type StoredEvent = { station_name: string; happened: Timestamp; received: Timestamp; stationEvent: StationEvent };

/** Stores what events show about attempts to swap, after their errors are stored. Their stations are locked. */
export async function storePieces(tx: Db, events: readonly StoredEvent[]): Promise<void> {
  const shown = events.flatMap((event) => {
    const piece = pieceOf(event);
    return piece ? [piece] : [];
  });
  if (shown.length === 0) return;
  const stations = await selectStationsThen(tx, [...new Set(shown.map(({ station_name }) => station_name))]);
  const pieces = shown.flatMap(({ job_type, ...piece }) => {
    const station = stations.get(piece.station_name);
    if (!station || (piece.kind === "error" && !isSwapJob(station.station_type, job_type))) return [];
    return [{ ...piece, firmware: station.firmware ?? "" }];
  });
  if (pieces.length > 0) await insertPieces(tx, pieces);
}

type Shown = Omit<NewPiece, "firmware"> & { job_type: string | null };

function pieceOf({ station_name, happened, received, stationEvent }: StoredEvent): Shown | null {
  const { event_id, kind } = stationEvent;
  const piece = { station_name, event_id, at: happened, received, job_id: null, job_type: null };
  switch (kind) {
    case "swap":
      return { ...piece, kind, job_id: stationEvent.facts.job_id ?? null, swaps: 1 };
    case "station_error": {
      const { job_id = null, job_type = null, error_message } = stationEvent.facts;
      const type = jobTypeOf({ job_type, error_message });
      return type === null ? null : { ...piece, kind: "error", job_id, job_type: type, swaps: 0 };
    }
    case "pad":
      return stationEvent.facts.pad === "empty" ? { ...piece, kind: "pad_empty", swaps: 0 } : null;
    case "door":
    case "capture_done":
    case "resent":
      return null;
  }
}
