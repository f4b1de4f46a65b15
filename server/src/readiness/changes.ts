import type { ReadinessChange } from "@groundcrew/shared/readiness";
import type { Db } from "../platform/db/index.ts";

/** A change of a station's readiness, with the organization that the station is in. */
export type StationReadinessChange = ReadinessChange & { station: string; org_id: number };

/**
 * Called with changes of readiness in the transaction that stores what was evaluated: each change once, those of a station in order. If it rejects,
 * nothing is stored, and the same changes are given again.
 */
export type OnReadinessChanges = (trx: Db, changes: readonly StationReadinessChange[]) => Promise<void>;
