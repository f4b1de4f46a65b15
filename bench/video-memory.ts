import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { newMachine } from "@groundcrew/simulator/model";
import { z } from "zod";
import { openMedia, type Media } from "../simulator/src/media/index.ts";
import { sceneOf } from "../simulator/src/scene.ts";
import { fleetStation } from "../simulator/test/fleet-station.ts";
import { openViewer } from "../simulator/test/viewer.ts";
import { numberOption } from "./fleet.ts";
import { machine as computer } from "./measure.ts";

/*
 * Whether the memory of the process that sends live video grows: streams are opened, watched for some frames and closed, one after the
 * other, of one station or of another one after every 16. Linux only.
 *
 * node bench/video-memory.ts [--cycles 208] [--one]; a cycle opens and closes a stream, with `--one` always of one station
 */
const CYCLES = numberOption("cycles", 208);
const IS_ONE = process.argv.includes("--one");
const BATCH = 16;
const FRAMES = 5;
const FIRST_FRAMES_MS = 20_000;

const opened = z.object({ code: z.literal(0), output: z.object({ sdp_offer: z.string() }) });
const station = fleetStation();
const cameras = station.cameras.map(({ id, name }) => ({ id, name }));
const machine = newMachine(station, { swaps: 0, cycles: station.cycles }, Date.now());
const turn = { stun_url: null, stun_port: null, turn_protocol: null, turn_url: null, turn_port: null };

const media = openMedia({
  currentScene: (name) => ({ ...sceneOf(station, { ...machine, at: Date.now() }, true), name }),
  camera: null,
  log: console.error,
});
try {
  console.log(computer());
  const memory: number[] = [];
  for (let nth = 0; nth < CYCLES; nth += 1) {
    await watchOnce(media, nth);
    if ((nth + 1) % BATCH === 0) memory.push(memoryMb(media));
  }
  console.log(
    `after every ${BATCH} streams, ${IS_ONE ? "all of one station" : "of another station each time"}: ${memory.join(", ")} MB`,
  );
} finally {
  await media.stop();
}
// The viewers' library keeps the process alive.
process.exit();

/** Opens the nth stream, watches it for some frames, and closes it. */
async function watchOnce(media: Media, nth: number): Promise<void> {
  const batch = String(Math.floor(nth / BATCH)).padStart(12, "0");
  const target = { station: IS_ONE ? station.name : `gc-${batch}`, cameras };
  const stream = `s${nth}`;
  const watched = [cameras[nth % cameras.length]?.id ?? ""];
  const data = { stream, cameras: watched, turn: { ...turn, username: null, credential: null } };
  const { output } = opened.parse(await media.request({ ...target, name: "stream_open", data }));
  const viewer = openViewer();
  const sdp = await viewer.answer(output.sdp_offer);
  await media.request({ ...target, name: "stream_answer", data: { stream, sdp } });
  const latest = Date.now() + FIRST_FRAMES_MS;
  while (viewer.frames.length < FRAMES) {
    if (Date.now() > latest) throw new Error(`Stream ${nth} shows no frames`);
    await sleep(10);
  }
  viewer.close();
  await media.request({ ...target, name: "stream_close", data: { stream } });
}

function memoryMb(media: Media): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${media.pid()}/status`, "utf8")) ?? [];
  return Math.round(Number(kilobytes) / 1_024);
}
