import pino from "pino";
import { expect, test } from "vitest";
import { cameraRig, uploadsImages } from "../../test/camera-rig.ts";
import { HARBOR } from "../../test/link-rig.ts";
import { inTransaction } from "../platform/db/index.ts";
import { Scope } from "../platform/http/index.ts";
import { beginStation } from "./image-queries.ts";
import { findAct, insertAct, selectOutcomes } from "./queries.ts";
import { imageHandler } from "./take-many-images.ts";

const rig = await cameraRig({ waitMs: 400 });
const { db, clock, orgs, commands } = rig;
const person = await db.selectFrom("users").select("id").orderBy("id").limit(1).executeTakeFirstOrThrow();
const options = {
  db,
  commands,
  publicUrl: () => rig.app.listeningOrigin,
  now: () => clock.ms,
  provider: "Groundcrew",
  log: pino({ level: "silent" }),
};
const handler = imageHandler(options);

const everything = Scope.of({ kind: "api_key", id: 1, orgId: 1, provider: true });

/** Begins an act at the station, which waits. */
async function begin(): Promise<number> {
  const act = {
    user_id: person.id,
    org_id: orgs.harbor,
    kind: "images" as const,
    created: new Date(clock.ms).toISOString(),
    lights_on: true,
    request: { id: "r1", ip: "127.0.0.1", agent: null },
  };
  return insertAct(db, act, [{ station: HARBOR, state: "waiting", reason: null, undo: null }]);
}

/** The job of the station. */
function jobOf(act: number) {
  const created = new Date(clock.ms).toISOString();
  const counts = { attempts: 1, failures: 0, failing: false };
  const payload = { act, station: HARBOR };
  return { id: 1, kind: handler.kind, key: null, receiver: null, payload, created, due: created, ...counts };
}

/** Runs the job of the station, and stores its result. */
async function run(act: number, { isOurs = true, by = handler, job = jobOf(act) } = {}): Promise<void> {
  const { store } = await by.run(job);
  await inTransaction(db, async (tx) => store?.(tx, isOurs));
}

async function outcome(act: number) {
  const [found] = await selectOutcomes(db, everything, { act, limit: 1 });
  return found;
}

// @spec R6.7
test("a station takes images once, as the person who began, however often its job is run", async () => {
  rig.station().onCommand(uploadsImages("lime"));
  const act = await begin();
  await run(act);
  expect(await outcome(act)).toMatchObject({ state: "done", images: 2, detail: null });
  await run(act);
  expect(rig.station().received.filter(({ name }) => name === "capture")).toHaveLength(1);
  expect(await outcome(act)).toMatchObject({ state: "done", images: 2 });
  const audited = await db.selectFrom("audit_entries").select(["action", "request_id", "actor"]).execute();
  expect(audited).toContainEqual({ action: "takeImages", request_id: "r1", actor: "user@harbor.example" });
});

test("a station that refuses, or does not answer, has failed with the reason", async () => {
  rig.station().onCommand(() => ({ code: 1, message: "The door is open." }));
  const refused = await begin();
  await run(refused);
  expect(await outcome(refused)).toMatchObject({
    state: "failed",
    detail: "The station took no images: The door is open.",
  });
  rig.station().onCommand(() => null);
  const silent = await begin();
  await run(silent, { by: imageHandler({ ...options, waitMs: 400 }) });
  expect(await outcome(silent)).toMatchObject({ state: "failed", detail: "The station did not answer within 0.4 s." });
});

// @spec R6.7
test("a station that is offline is waited for, as after a restart, and reported after a minute", async () => {
  await rig.leave();
  const [act, late] = [await begin(), await begin()];
  const [job, later] = [jobOf(act), jobOf(late)];
  expect((await handler.run(job)).result).toMatchObject({ is: "postponed" });
  expect(await outcome(act)).toMatchObject({ state: "waiting" });
  await rig.enter();
  rig.station().onCommand(uploadsImages("lime"));
  await run(act, { job });
  expect(await outcome(act)).toMatchObject({ state: "done", images: 2 });
  await rig.leave();
  clock.ms += 60_000;
  const restarted = imageHandler(options);
  expect((await restarted.run(later)).result).toMatchObject({ is: "postponed" });
  await run(late, { job: later });
  const detail = "The station is offline, so it cannot take images.";
  expect(await outcome(late)).toMatchObject({ state: "failed", detail });
});

// @spec R6.7
test("a station that has left unnoticed waits again, since nothing was sent to it", async () => {
  const act = await begin();
  await rig.station().leave();
  expect(commands.isUp(HARBOR)).toBe(true);
  await run(act);
  expect(await outcome(act)).toMatchObject({ state: "waiting", detail: null });
  await rig.enter();
  rig.station().onCommand(uploadsImages("lime"));
  await run(act);
  expect(await outcome(act)).toMatchObject({ state: "done", images: 2 });
});

// @spec R6.7
test("a station whose server stopped meanwhile is reported, and not asked again", async () => {
  const act = await begin();
  await beginStation(db, { act, station: HARBOR }, new Date(clock.ms).toISOString());
  await run(act);
  expect(rig.station().received).toEqual([]);
  expect(await outcome(act)).toMatchObject({
    state: "failed",
    detail: "The server stopped meanwhile. The station may have taken the images.",
  });
  expect((await findAct(db, person.id, act))?.counts).toMatchObject({ failed: 1, running: 0 });
});

test("a station that could not begin does not wait forever", async () => {
  const act = await begin();
  const broken = imageHandler({ ...options, now: () => Number.NaN });
  await expect(broken.run(jobOf(act))).rejects.toThrow(RangeError);
  const { store } = broken.failed(jobOf(act), "Invalid time value");
  await inTransaction(db, async (tx) => store?.(tx, true));
  expect(await outcome(act)).toMatchObject({ state: "failed", detail: "Something went wrong." });
});

test("an attempt that has lost its job does not end the station for the one that has it", async () => {
  rig.station().onCommand(() => ({ code: 1, message: "The door is open." }));
  const act = await begin();
  await run(act, { isOurs: false });
  expect(await outcome(act)).toMatchObject({ state: "running", detail: null });
});

test("a station that the person does not see any longer takes none", async () => {
  const act = await begin();
  await db.updateTable("users").set({ org_id: orgs.field }).where("id", "=", person.id).execute();
  await run(act);
  await db.updateTable("users").set({ org_id: orgs.harbor }).where("id", "=", person.id).execute();
  expect(rig.station().received).toEqual([]);
  expect(await outcome(act)).toMatchObject({ state: "failed" });
});
