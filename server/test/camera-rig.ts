import { commands, type Cmd } from "@groundcrew/shared/link";
import sharp from "sharp";
import { afterEach, beforeEach, expect } from "vitest";
import { openFakeStation, type FakeStation } from "./fake-station.ts";
import { HARBOR, linkRig } from "./link-rig.ts";
import { sendMessage } from "./station.ts";

const MINUTE_MS = 60_000;
const cameras = ["cam0", "cam1"].map((id) => ({ id, name: `camera_${id}`, in_use: id === "cam1" }));

/** The link rig with a station of Harbor Air, which connects before each test and handles commands as the test specifies. */
export async function cameraRig(options: Parameters<typeof linkRig>[0] = {}) {
  const rig = await linkRig(options);
  const user = await rig.person("user@harbor.example", rig.orgs.harbor);
  const other = await rig.person("user@field.example", rig.orgs.field);
  let current: FakeStation | null = null;
  let boot = 0;

  function station(): FakeStation {
    if (!current) throw new Error("There is no station.");
    return current;
  }

  /** Connects the station. */
  async function enter(capabilities: Parameters<typeof openFakeStation>[2]["capabilities"] = {}): Promise<FakeStation> {
    boot++;
    current = await rig.station(HARBOR, { boot, capabilities: { cameras, ...capabilities } });
    return current;
  }

  /** Disconnects the station once it has answered all commands, and waits until the server knows it. */
  async function leave(): Promise<void> {
    await station().idle();
    await station().leave();
    current = null;
    await expect.poll(async () => (await rig.settle(), rig.isUp(HARBOR))).toBe(false);
  }

  beforeEach(async () => {
    // No request of an earlier test stays open.
    rig.clock.ms += MINUTE_MS;
    await enter();
  });
  afterEach(async () => {
    if (current) await leave();
  });

  /**
   * Requests images as the user without uploading them yet; returns the pending reply and the command that the station received.
   */
  async function takeImages(): Promise<{ status: number; text: string; capture: Cmd }> {
    const uploading = station();
    const before = uploading.received.length;
    uploading.onCommand(() => null);
    const take = `POST /stations/${HARBOR}/cameras/*/image`;
    const { status, text } = await rig.call(user, take, { body: { lights_on: true } });
    await expect.poll(() => uploading.received.length).toBeGreaterThan(before);
    const capture = uploading.received.at(-1);
    if (!capture) throw new Error("The station received no command.");
    return { status, text, capture };
  }

  /** The station reported last which cameras it detects, by id. */
  async function setDetected(detected: Record<string, boolean>): Promise<void> {
    const found = Object.entries(detected).map(([id, isDetected]) => [id, { detected: isDetected }]);
    const snapshot = JSON.stringify({ time: 1, status: { usb_status: { cameras: Object.fromEntries(found) } } });
    await rig.db
      .insertInto("station_snapshots")
      .values({ station_name: HARBOR, snapshot })
      .onConflict((same) => same.column("station_name").doUpdateSet({ snapshot }))
      .execute();
  }

  /** The color of a camera's image. */
  async function imageColor(camera = "cam0"): Promise<string> {
    const { status, bytes } = await rig.call(user, `GET /stations/${HARBOR}/cameras/${camera}/image?t=1`);
    if (status !== 200) return `status ${status}`;
    const { channels } = await sharp(bytes).stats();
    const names = ["red", "green", "blue"];
    return names.filter((_, index) => (channels[index]?.mean ?? 0) > 127).join(" and ");
  }

  return { ...rig, cameras, user, other, station, enter, leave, takeImages, imageColor, setDetected };
}

/** A small single-color PNG. */
export async function imageFile(color: "red" | "lime" | "blue"): Promise<Buffer> {
  return sharp({ create: { width: 32, height: 24, channels: 3, background: color } })
    .png()
    .toBuffer();
}

export function uploadsOf(capture: Cmd): { camera: string; url: string }[] {
  return commands.capture.data.parse(capture.data).uploads;
}

/** Uploads a file as a station does; returns the status. */
export async function upload(url: string, file: Uint8Array): Promise<number> {
  return (await fetch(url, { method: "PUT", body: Buffer.from(file) })).status;
}

/** A command handler that uploads an image of this color for every camera except those that fail. */
export function uploadsImages(color: "red" | "lime" | "blue", failed: { camera: string; message: string }[] = []) {
  return async (capture: Cmd) => {
    const file = await imageFile(color);
    for (const { camera, url } of uploadsOf(capture)) {
      if (!failed.some((one) => one.camera === camera)) await upload(url, file);
    }
    return { output: { failed } };
  };
}

/** Acknowledges a capture command that is still unanswered. */
export async function finish({ client }: FakeStation, { id, instance }: Cmd): Promise<void> {
  await sendMessage(client, "cmd_ack", { v: 1, id, instance, code: 0, message: "", output: { failed: [] } });
}
