import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fleetRig } from "../../test/fleet-rig.ts";
import { addStation } from "../../test/stations.ts";
import { propertyRuns } from "../../../shared/test/property-runs.ts";

const { call, clock, db, orgs } = await fleetRig();
const RUNS = propertyRuns("SAVE", 20);

const turn: fc.Arbitrary<Turn> = fc.record({
  client: fc.nat(3),
  does: fc.constantFrom("load" as const, "save" as const, "save" as const),
  names: fc.constantFrom("tag" as const, "time" as const, "date" as const),
  isTogether: fc.boolean(),
  laterMs: fc.constantFrom(0, 0, 1, 400, 999, 2_000),
});
type Turn = {
  client: number;
  does: "load" | "save";
  names: "tag" | "time" | "date";
  /** Starts together with the turn before. */
  isTogether: boolean;
  laterMs: number;
};

type Client = { notes: string; tag: string; created: string | null };

let made = 0;
function newStation(): Promise<string> {
  made += 1;
  return addStation(db, { name: `gc-1${made.toString(16).padStart(11, "0")}`, org_id: orgs.harbor });
}

test(`no save is lost when several users save at once (${RUNS.numRuns} schedules)`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 4, maxLength: 10 }), async (turns) => {
      const station = await newStation();
      const outcome = await runTurns(station, turns);
      const stored = await db
        .selectFrom("ssot_entries")
        .select(["created", "entry"])
        .where("station_name", "=", station)
        .orderBy("created")
        .execute();
      const notes = stored.map(({ entry }) => String(JSON.parse(JSON.stringify(entry)).notes));
      // Every revision is the previous one plus one word: no save has overwritten another that its user had not loaded.
      for (const [index, text] of notes.entries()) {
        const before = notes[index - 1] ?? "";
        expect(text.startsWith(before)).toBe(true);
        expect(outcome.saved).toContain(text.slice(before.length));
      }
      expect(notes).toHaveLength(outcome.saved.length);
      expect(outcome.otherStatuses.every((status) => status === 412)).toBe(true);
      expect(new Set(stored.map(({ created }) => created)).size).toBe(stored.length);
    }),
    RUNS,
  );
});

/** Lets four clients load and save, and returns the words that were saved and the answers to the other saves. */
async function runTurns(station: string, turns: readonly Turn[]) {
  const clients = new Map<number, Client>();
  const saved: string[] = [];
  const otherStatuses: number[] = [];

  async function load(client: number): Promise<void> {
    const reply = await call("admin", `/stations/${station}/ssot`);
    const [latest] = reply.json();
    const created = latest?.created ?? null;
    clients.set(client, { notes: latest?.notes ?? "", tag: String(reply.headers.etag), created });
  }

  async function save({ client, names }: Turn, nth: number): Promise<void> {
    const loaded = clients.get(client);
    if (!loaded) return load(client);
    const word = `[${nth}]`;
    const body = { notes: loaded.notes + word };
    const headers = precondition(loaded, names);
    const reply = await call("admin", `/stations/${station}/ssot/latest`, { method: "PUT", body, headers });
    if (reply.statusCode !== 200) return void otherStatuses.push(reply.statusCode);
    saved.push(word);
    clients.set(client, { ...body, tag: String(reply.headers.etag), created: reply.json().created });
  }

  const running: Promise<void>[] = [];
  for (const [nth, next] of turns.entries()) {
    if (!next.isTogether) await Promise.all(running.splice(0));
    clock.now += next.laterMs;
    running.push(next.does === "load" ? load(next.client) : save(next, nth));
  }
  await Promise.all(running);
  return { saved, otherStatuses };
}

/** A client that loaded nothing has no time to send, only the tag of an empty history. */
function precondition({ tag, created }: Client, names: Turn["names"]): Record<string, string> {
  if (created === null || names === "tag") return { "if-match": tag };
  return { "if-unmodified-since": names === "time" ? created : new Date(created).toUTCString() };
}
