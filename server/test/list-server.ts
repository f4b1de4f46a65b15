import { ReadyJson } from "@groundcrew/shared/contract";
import { listStations, type Station } from "@groundcrew/shared/stations";
import { Scope } from "../src/platform/http/index.ts";
import { Board, type StateChange } from "../src/stations/board/board.ts";
import { repliesFrom } from "../src/stations/list/replies.ts";
import { boardFacts, boardState, snapshotSummary } from "./board-facts.ts";

export const NAMES = ["gc-a", "gc-b", "gc-c"];
const items = listStations.replies[200];

export type Reading = { uptime?: number | null | undefined; temperature?: number; current?: number; door?: string };
export type Caller = { orgId?: number | null; admin?: boolean };
type Reply = Awaited<ReturnType<ReturnType<typeof repliesFrom>["list"]>>;
export type ReadList = ReturnType<typeof read>;

/** A server with three stations of one organization, whose lists are read as clients do. Its clock stands still until a test advances it. */
export class ListServer {
  now = Date.parse("2026-03-01T12:00:00.000Z");
  /** What the stations of the board are in the database. */
  readonly stored = new Map(NAMES.map((name) => [name, boardFacts(name, 1)]));
  readonly #states = new Map<string, StateChange>();
  #version = 0;
  board: Board;
  replies: ReturnType<typeof repliesFrom>;

  constructor() {
    ({ board: this.board, replies: this.replies } = this.#start());
    // Later than the overlap of two refreshes.
    this.now += 60_000;
    for (const name of NAMES) this.report(name, {});
  }

  /** The server starts again and reads what is in the database. */
  restart(): void {
    ({ board: this.board, replies: this.replies } = this.#start());
  }

  #start() {
    const board = new Board(() => this.now);
    for (const facts of this.stored.values()) board.putFacts(facts);
    for (const state of this.#states.values()) board.putState(state);
    const replies = repliesFrom(board, () => {
      throw new Error("No reply reads the database.");
    });
    return { board, replies };
  }

  /** A station reports now. */
  report(name: string, { uptime = 5, temperature = 70, current = 800, door = "open" }: Reading): void {
    const time = new Date(this.now).toISOString();
    const times = { last_active: time, last_online: time, last_telemetry: time };
    const state = boardState(++this.#version, { linked: true, ...times, clock_skew_ms: uptime });
    const status = { door, internal_temperature: temperature, ...(uptime !== null && { station_uptime: uptime }) };
    const batteries = [
      { name: "A", on_off: true, current },
      { name: "B", on_off: false },
    ];
    const change = { name, state, summary: snapshotSummary({ battery_info: { batteries }, status }) };
    this.#states.set(name, change);
    this.board.putState(change);
  }

  async list(caller: Caller = {}): Promise<ReadList> {
    return read(await this.replies.list(request(caller)));
  }

  /** What has changed since a time (ms); `known` are the hashes of what the client has. */
  async refresh(since: number, caller: Caller = {}, known?: string): Promise<ReadList> {
    return read(await this.replies.changes(request(caller), { since, compact: true, known }));
  }
}

export function request({ orgId = null, admin = false }: Caller) {
  return {
    scope: Scope.of({ kind: "api_key", id: 1, orgId: orgId ?? 1, provider: orgId === null }),
    view: { orgId, admin },
    options: { support_metrics: true, telemetry: true, config: false, ssot: false, replaceables: false },
    acceptEncoding: "",
    inParts: [],
    ifNoneMatch: undefined,
  };
}

/** The items of a reply, and the headers with which a client goes on. */
function read({ status, body, headers }: Reply) {
  if (!(body instanceof ReadyJson)) throw new Error(`The reply has the status ${status} and no list.`);
  const text = typeof body.text === "string" ? body.text : Buffer.concat(body.text).toString();
  const { "x-as-of": asOf, age = 0, etag } = headers;
  return { items: items.parse(JSON.parse(text)), asOf: Date.parse(String(asOf)), age: Number(age), etag: String(etag) };
}

/** What a list says of a station. */
export function rowIn(all: ReadList["items"], name: string): Station {
  const found = all.find((item) => "rev" in item && item.name === name);
  if (!found || !("rev" in found)) throw new Error(`The list has no row of ${name}.`);
  return found;
}
