import { change, type Changed } from "../audit/index.ts";
import { scoped, type Db, type SharedDb } from "../db/index.ts";
import type { CallRequest, Principal, Scope } from "../http/index.ts";

/** The dependencies of the support log's routes. `refresh` updates changed stations in the station list. */
export type LogOptions = { db: SharedDb; refresh: (names: readonly string[]) => Promise<void> };

/** The caller of a change, and its request. */
export type Caller = { principal: Principal; scope: Scope; request: CallRequest };

/** Makes a change at a station. The caller is answered once the station list shows it. */
export async function changeLog<A extends { status: number; body: unknown }>(
  { db, refresh }: LogOptions,
  caller: Caller,
  work: (tx: Db) => Promise<Changed<A> & { station: string }>,
): Promise<A> {
  const stations: string[] = [];
  const answer = await change(scoped(db, caller.scope), caller, async (tx) => {
    const { station, ...changed } = await work(tx);
    stations.push(station);
    return changed;
  });
  await refresh(stations);
  return answer;
}
