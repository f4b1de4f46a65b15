import type { Locator, Page } from "@playwright/test";
import { expect } from "./test.ts";

/** Peer connections of the page, oldest first. */
declare global {
  interface Window {
    peerConnections: RTCPeerConnection[];
  }
}

/** Gives a test access to a page's peer connections, and can restrict them to relays. Call it before the page is opened. */
export async function watchPeers(page: Page, iceTransportPolicy: RTCIceTransportPolicy = "all"): Promise<void> {
  await page.addInitScript((policy) => {
    window.peerConnections = [];
    const Native = window.RTCPeerConnection;
    window.RTCPeerConnection = class extends Native {
      constructor(config?: RTCConfiguration) {
        super({ ...config, iceTransportPolicy: policy });
        window.peerConnections.push(this);
      }
    };
  }, iceTransportPolicy);
}

/** How many video frames the newest connection has decoded. */
export async function framesDecoded(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const report = await window.peerConnections.at(-1)?.getStats();
    const all = [...(report?.values() ?? [])].filter(({ type, kind }) => type === "inbound-rtp" && kind === "video");
    return all.reduce((sum, { framesDecoded }) => sum + Number(framesDecoded ?? 0), 0);
  });
}

/** A checksum of the current video frame; different frames have different checksums. */
async function checksumOfFrame(video: Locator): Promise<number> {
  return video.evaluate((element) => {
    if (!(element instanceof HTMLVideoElement)) throw new Error("This element is not a video.");
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [element.videoWidth, element.videoHeight];
    const context = canvas.getContext("2d");
    context?.drawImage(element, 0, 0);
    const pixels = context?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray();
    return pixels.reduce((sum, value, index) => sum + value * ((index % 1_009) + 1), 0);
  });
}

/** Waits until live video plays. */
export async function expectPlaying(container: Page | Locator): Promise<void> {
  await expect(container.getByText("Playing", { exact: true })).toBeVisible();
}

/** Waits until live video moves: the number of decoded frames grows, and the frames differ. */
export async function expectMoving(page: Page, camera: string): Promise<void> {
  const video = page.getByLabel(`Live video of ${camera}`);
  await expectPlaying(page);
  const before = await framesDecoded(page);
  await expect.poll(() => framesDecoded(page)).toBeGreaterThan(before + 15);
  const checksums = new Set<number>();
  await expect.poll(async () => checksums.add(await checksumOfFrame(video)).size).toBeGreaterThan(3);
}
