import { NO_SECONDS } from "@groundcrew/shared/readiness";
import {
  changeWallboard,
  createWallboard,
  getWall,
  listWallboards,
  renewWallboard,
  revokeWallboard,
  type Wall,
  type WallMonth,
  type Wallboard,
} from "@groundcrew/shared/wallboards";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { Rejection, type FakeServer } from "./fake-server.ts";

const after = (ms: number) => new Date(Date.now() + ms).toISOString();

/** A wallboard of the customer. */
export function sampleWallboard(differences: Partial<Wallboard> = {}): Wallboard {
  return {
    id: 1,
    name: "Operations room",
    view: null,
    pages: ["now", "map", "month"],
    turn_s: 30,
    theme: "dark",
    rev: 1,
    created: "2026-11-01T00:00:00.000Z",
    ends: after(90 * DAY_MS),
    last_used: null,
    last_address: null,
    ...differences,
  };
}

/** Serves wallboards, which can be created, changed, renewed and revoked. */
export function serveWallboards(server: FakeServer, initial: readonly Wallboard[] = []) {
  const state = { wallboards: [...initial] };
  const find = (id: number) => {
    const found = state.wallboards.find((one) => one.id === id);
    if (!found) throw new Rejection(404, "There is no such wallboard.");
    return found;
  };
  const put = (changed: Wallboard) => {
    state.wallboards = state.wallboards.map((one) => (one.id === changed.id ? changed : one));
    return { status: 200 as const, body: changed };
  };
  server.on(listWallboards, async () => ({ status: 200 as const, body: state.wallboards }));
  server.on(createWallboard, async ({ body: { days, ...settings } }) => {
    const wallboard = sampleWallboard({ ...settings, id: state.wallboards.length + 1, ends: after(days * DAY_MS) });
    state.wallboards = [wallboard, ...state.wallboards];
    return { status: 201 as const, body: { wallboard, token: "wall_a.secret" } };
  });
  server.on(changeWallboard, async ({ params, body: { rev, ...settings } }) => {
    const before = find(params.wallboard);
    if (before.rev !== rev) throw new Rejection(412, "Someone changed this wallboard.");
    return put({ ...before, ...settings, rev: rev + 1 });
  });
  server.on(renewWallboard, async ({ params, body: { days } }) =>
    put({ ...find(params.wallboard), ends: after(days * DAY_MS) }),
  );
  server.on(revokeWallboard, async ({ params }) => {
    state.wallboards = state.wallboards.filter(({ id }) => id !== params.wallboard);
    return { status: 204 as const, body: null };
  });
  return state;
}

/** What a wallboard shows: three stations are ready, one is not ready and one is unknown. */
export function sampleWall(differences: Partial<Wall> = {}): Wall {
  const start = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const hours = Array.from({ length: 24 }, (_, nth) => ({
    start: new Date(start - (23 - nth) * HOUR_MS).toISOString(),
    ready_s: 3_000,
    limited_s: 300,
    not_ready_s: 200,
    unknown_s: 100,
  }));
  return {
    product: "Groundcrew",
    name: "Operations room",
    pages: ["now", "map", "month"],
    turn_s: 30,
    theme: "dark",
    ends: after(90 * DAY_MS),
    counts: { not_ready: 1, limited: 0, unknown: 1, maintenance: 0, ready: 3 },
    rows: [
      {
        key: 1,
        serial: "Atlas 0044",
        place: "Boise, Depot 2",
        state: "not_ready",
        reason: "Left gripper closed",
        since: after(-41.5 * MINUTE_MS),
      },
      {
        key: 2,
        serial: "Atlas 0012",
        place: "Reno, Hub yard",
        state: "unknown",
        reason: "Offline, was Ready",
        since: after(-3 * DAY_MS),
      },
    ],
    newest_not_ready: after(-41 * MINUTE_MS),
    hours,
    swaps: { today: 512, day: { succeeded: 700, with_errors: 40, failed: 16 } },
    map: sampleMap(),
    month: sampleMonth(),
    ...differences,
  };
}

function sampleMap(): Wall["map"] {
  const point = { state: "ready" as const, is_online: true, label: null };
  return {
    points: [
      {
        ...point,
        key: 1,
        lat: 43.6,
        lng: -116.2,
        state: "not_ready",
        label: { serial: "Atlas 0044", place: "Boise" },
      },
      { ...point, key: 2, lat: 39.5, lng: -119.8, state: "unknown", is_online: false },
      { ...point, key: 3, lat: 39.52, lng: -119.81 },
      { ...point, key: 4, lat: 33.7, lng: -84.4 },
    ],
    unlocated: 1,
  };
}

function sampleMonth(): WallMonth {
  return {
    month: "2026-10",
    total: {
      ...NO_SECONDS,
      ready_s: 9_700,
      limited_s: 141,
      not_ready_s: 159,
      link_s: 9_900,
      outages: 4,
      longest_s: 3_600,
    },
    days: [{ ...NO_SECONDS, day: "2026-10-01", ready_s: 9_700, limited_s: 141, not_ready_s: 159 }],
    swaps: { succeeded: 9_000, with_errors: 300, failed: 120 },
    lowest: [{ key: 1, serial: "Atlas 0044", place: "Boise, Depot 2", availability: 9_123 }],
  };
}

/** Serves what a wallboard shows, which the test changes. */
export function serveWall(server: FakeServer, initial: Partial<Wall> = {}) {
  const shown = { wall: sampleWall(initial) };
  server.on(getWall, async () => ({ status: 200 as const, body: shown.wall }));
  return shown;
}
