import { spawn } from "node:child_process";
import { SECOND_MS } from "@groundcrew/shared/lib";
import wrtc from "@roamhq/wrtc";
import type { Log } from "../link.ts";
import { VIDEO, type Feed } from "./feeds.ts";

const { width, height, framesPerSecond } = VIDEO;
const FRAME_BYTES = (width * height * 3) / 2;
const RESTART_MS = 2 * SECOND_MS;
const FIRST_FRAME_MS = 6 * SECOND_MS;

/** The arguments for ffmpeg to read a camera and write I420 frames in the size and rate of live video. */
export function ffmpegArguments(source: string): string[] {
  const input = source.startsWith("/dev/")
    ? ["-f", "v4l2", "-framerate", String(framesPerSecond)]
    : source.startsWith("rtsp")
      ? ["-rtsp_transport", "tcp", "-fflags", "nobuffer"]
      : ["-re"];
  const fit = `scale=${width}:${height}:force_original_aspect_ratio=decrease:flags=fast_bilinear`;
  const filter = `fps=${framesPerSecond},${fit},pad=${width}:${height}:-1:-1`;
  const output = ["-an", "-vf", filter, "-pix_fmt", "yuv420p", "-f", "rawvideo", "pipe:1"];
  return ["-nostdin", "-loglevel", "error", ...input, "-i", source, ...output];
}

/** The feed of a real camera, read by ffmpeg, which is restarted when it ends. */
export function realFeed(source: string, log: Log): Feed {
  const video = new wrtc.nonstandard.RTCVideoSource();
  const { promise: ready, resolve } = Promise.withResolvers<string | null>();
  const late = setTimeout(() => resolve("The camera sends no video."), FIRST_FRAME_MS);
  let stop = () => {};

  function start(): void {
    const ffmpeg = spawn("ffmpeg", ffmpegArguments(source), { stdio: ["ignore", "pipe", "pipe"] });
    ffmpeg.stdout.on(
      "data",
      framesOf((data) => {
        video.onFrame({ width, height, data });
        clearTimeout(late);
        resolve(null);
      }),
    );
    // Its messages can quote the address, which may contain a password.
    ffmpeg.stderr.on("data", (text) => log(`ffmpeg: ${String(text).trim().replaceAll(source, "the camera")}`));
    ffmpeg.once("error", (error) => {
      log(`The camera cannot be read: ${error.message}`);
      resolve("The camera cannot be read: ffmpeg is not installed.");
    });
    const restart = () => (stop = runLater(start));
    ffmpeg.once("close", restart);
    stop = () => {
      ffmpeg.off("close", restart);
      ffmpeg.kill("SIGKILL");
    };
  }

  start();
  return {
    source: video,
    ready,
    stop() {
      clearTimeout(late);
      stop();
    },
  };
}

function runLater(run: () => void): () => void {
  const timer = setTimeout(run, RESTART_MS);
  return () => clearTimeout(timer);
}

/** Splits a stream of bytes into frames. */
export function framesOf(onFrame: (frame: Uint8ClampedArray) => void): (bytes: Buffer) => void {
  const frame = new Uint8ClampedArray(FRAME_BYTES);
  let filled = 0;
  return (bytes) => {
    for (let offset = 0; offset < bytes.length;) {
      const count = Math.min(FRAME_BYTES - filled, bytes.length - offset);
      frame.set(bytes.subarray(offset, offset + count), filled);
      filled += count;
      offset += count;
      if (filled < FRAME_BYTES) return;
      onFrame(frame);
      filled = 0;
    }
  };
}
