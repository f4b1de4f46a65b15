import { expect, test } from "vitest";
import { isCamera } from "./media.ts";
import { ffmpegArguments, framesOf } from "./real-feed.ts";
import { VIDEO } from "./feeds.ts";

test.each([
  ["rtsp://user:secret@camera.example/stream", true],
  ["https://camera.example/live.m3u8", true],
  ["/dev/video0", true],
  ["/etc/passwd", false],
  ["-i /etc/passwd", false],
  ["file:///etc/passwd", false],
  ["rtsp://camera.example/a b", false],
])("%s names a camera: %s", (source, isOne) => expect(isCamera(source)).toBe(isOne));

test("a device is read as Video4Linux, an RTSP camera over TCP", () => {
  expect(ffmpegArguments("/dev/video0").join(" ")).toContain("-f v4l2 -framerate 15 -i /dev/video0");
  expect(ffmpegArguments("rtsp://camera/1").join(" ")).toContain("-rtsp_transport tcp");
});

test("bytes in chunks of any size are split into whole frames", () => {
  const size = (VIDEO.width * VIDEO.height * 3) / 2;
  const seen: number[][] = [];
  const take = framesOf((frame) => seen.push([frame.length, frame[0] ?? -1, frame.at(-1) ?? -1]));
  const bytes = Buffer.concat([1, 2, 3].map((value) => Buffer.alloc(size, value)));
  for (let at = 0; at < bytes.length; at += 65_537) take(bytes.subarray(at, at + 65_537));
  expect(seen).toEqual([1, 2, 3].map((value) => [size, value, value]));
});
