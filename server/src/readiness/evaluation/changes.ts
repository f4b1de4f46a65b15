import type { ReadinessChange } from "@groundcrew/shared/readiness";
import type { Db } from "../../platform/db/index.ts";

/**
 * Called with changes of readiness in the transaction that stores what was evaluated: each change once, those of a station in order. There is one when
 * the state, the first reason, the maintenance, the link or the organization of a station is another one. If it rejects, nothing is stored, and the
 * same changes are given again.
 */
export type OnReadinessChanges = (trx: Db, changes: readonly ReadinessChange[]) => Promise<void>;
