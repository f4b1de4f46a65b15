import { defaultBrand } from "@groundcrew/shared/brand";
import type { Coordinates } from "@groundcrew/shared/stations";
import { configRoutes } from "../src/configs/index.ts";
import { ssotRoutes } from "../src/ssot/index.ts";
import { editStationRoutes, stationRoutes, stationTypeRoutes } from "../src/stations/index.ts";
import { statsRoutes } from "../src/stats/index.ts";
import { callsRig, EVERYONE, type CallRequest } from "./calls-rig.ts";

export { EVERYONE, FIELD, HARBOR, INVENTED, type Who } from "./calls-rig.ts";

/** The calls about the fleet, with a clock that stands still and a geocoder that knows only the addresses in `places`. */
export async function fleetRig() {
  const clock = { now: Date.parse("2026-06-01T12:00:00.000Z") };
  const now = () => clock.now;
  const places = new Map<string, Coordinates>();
  const disconnected: string[] = [];
  const streamsEnded: string[] = [];
  const { board, call, db, orgs } = await callsRig({
    now,
    add({ app, db, board, refresh }) {
      stationRoutes(app, { db, board, brand: defaultBrand });
      stationTypeRoutes(app);
      configRoutes(app, { db });
      ssotRoutes(app, { db, now, refresh });
      statsRoutes(app, { db, now });
      editStationRoutes(app, {
        db,
        board,
        brand: defaultBrand,
        now,
        refresh,
        geocode: async (address) => places.get(address) ?? null,
        disconnect: async (name) => void disconnected.push(name),
        endStreams: async (name) => void streamsEnded.push(name),
      });
    },
  });

  /** The status that each caller gets for the same request. */
  async function statuses(path: string, request: CallRequest = {}): Promise<Record<string, number>> {
    const replies = await Promise.all(EVERYONE.map((who) => call(who, path, request)));
    return Object.fromEntries(EVERYONE.map((who, index) => [who, replies[index]?.statusCode ?? 0]));
  }

  /** The newest audit entry. */
  function lastAudit() {
    return db.selectFrom("audit_entries").selectAll().orderBy("id", "desc").executeTakeFirstOrThrow();
  }

  return { db, board, call, clock, disconnected, lastAudit, orgs, places, statuses, streamsEnded };
}
