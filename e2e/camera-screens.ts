import type { Page } from "@playwright/test";
import { takeImages } from "./camera-steps.ts";
import type { TestSystem } from "./test-system.ts";
import type { Screen } from "./screen.ts";
import { ADMIN } from "./station-steps.ts";

/** Screenshots of cameras and live video. */
export const cameraScreens: Screen[] = [
  { name: "cameras-dialog", path: "/", user: ADMIN, open: openCameras },
  { name: "camera-image", path: "/", user: ADMIN, open: enlargeImage },
  { name: "streams-dialog", path: "/", user: ADMIN, open: openStreams },
  { name: "stream-info", path: "/", user: ADMIN, open: openStreamInfo },
  { name: "station-cameras", path: "/", user: ADMIN, open: openCamerasPage },
  { name: "station-streams", path: "/", user: ADMIN, open: openStreamsPage },
];

async function openCameras(page: Page, system: TestSystem) {
  const { serial_number } = await system.stationWithCameras("atlas");
  await page.goto(`/?stations-q=${encodeURIComponent(serial_number)}`);
  await page.getByRole("button", { name: `Details of ${serial_number}` }).click();
  await page.getByRole("button", { name: "Cameras", exact: true }).click();
  await takeAllImages(page);
}

async function takeAllImages(page: Page) {
  await takeImages(page.locator("body"), "on");
  await page
    .getByText(/^Updated \d\d:\d\d$/)
    .last()
    .waitFor();
}

async function enlargeImage(page: Page, system: TestSystem) {
  await openCameras(page, system);
  await page
    .getByRole("button", { name: /^Enlarge / })
    .nth(1)
    .click();
}

async function openStreams(page: Page, system: TestSystem) {
  await openCameras(page, system);
  await page.getByRole("dialog").getByRole("tab", { name: "Streams" }).click();
  await awaitVideo(page);
}

async function openStreamInfo(page: Page, system: TestSystem) {
  await openStreams(page, system);
  await page.getByRole("button", { name: "Stream Info" }).click();
  await page
    .getByText(/\d (k|M)bit\/s/)
    .first()
    .waitFor();
}

async function openCamerasPage(page: Page, system: TestSystem) {
  const { name } = await system.stationWithCameras("universal");
  await page.goto(`/stations/${name}/cameras`);
  await takeAllImages(page);
}

async function openStreamsPage(page: Page, system: TestSystem) {
  const { name } = await system.stationWithCameras("universal");
  await page.goto(`/stations/${name}/streams`);
  await awaitVideo(page);
}

async function awaitVideo(page: Page) {
  await page.getByText("Playing", { exact: true }).waitFor();
}
