import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { COMMAND_CODES } from "@groundcrew/shared/link";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { ensureFfmpeg } from "../../../scripts/ffmpeg.ts";
import { fleetStation } from "../../test/fleet-station.ts";
import { openViewer } from "../../test/viewer.ts";
import { openMedia } from "./media.ts";

// The simulator finds ffmpeg on the PATH.
const earlierPath = process.env["PATH"];
process.env["PATH"] = [ensureFfmpeg(), earlierPath].join(delimiter);
afterAll(() => {
  process.env["PATH"] = earlierPath;
});
const { name: station, cameras } = fleetStation();
const turn = { stun_url: null, stun_port: null, turn_protocol: null, turn_url: null, turn_port: null };

/** A camera that sends a test video by HTTP, and how many clients it has. */
async function openCamera(): Promise<{ address: string; clientCount: () => number }> {
  const folder = mkdtempSync(join(tmpdir(), "groundcrew-camera-"));
  const file = join(folder, "film.ts");
  const filmed = ["-f", "lavfi", "-i", "testsrc=size=320x180:rate=25:duration=30", "-c:v", "mpeg2video", file];
  const { status, stderr } = spawnSync("ffmpeg", ["-loglevel", "error", ...filmed], { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
  const film = readFileSync(file);
  rmSync(folder, { recursive: true });
  let clientCount = 0;
  const server = createServer((_request, response) => {
    clientCount += 1;
    response.once("close", () => (clientCount -= 1));
    // The connection stays open after the whole video is sent, as with a camera.
    response.writeHead(200, { "content-type": "video/mp2t" }).write(film);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("The camera listens on no port.");
  return { address: `http://127.0.0.1:${bound.port}/live`, clientCount: () => clientCount };
}

test("a real camera is read by ffmpeg while it has viewers, and its frames change", async () => {
  const camera = await openCamera();
  const media = openMedia({ currentScene: () => null, camera: camera.address, log: () => {} });
  onTestFinished(() => media.stop());
  const viewer = openViewer();
  onTestFinished(() => viewer.close());
  const opening = { stream: "s1", cameras: ["cam0"], turn: { ...turn, username: null, credential: null } };
  const { code, output } = await media.request({ station, cameras, name: "stream_open", data: opening });
  expect([code, output]).toEqual([COMMAND_CODES.done, { sdp_offer: expect.stringContaining("VP8") }]);
  const offer = output !== null && typeof output === "object" && "sdp_offer" in output ? String(output.sdp_offer) : "";
  const sdp = await viewer.answer(offer);
  await media.request({ station, cameras, name: "stream_answer", data: { stream: "s1", sdp } });
  await expect.poll(() => new Set(viewer.frames).size).toBeGreaterThanOrEqual(10);
  expect(camera.clientCount()).toBe(1);
  await media.request({ station, cameras, name: "stream_close", data: { stream: "s1" } });
  await expect.poll(() => camera.clientCount()).toBe(0);
});
