import { headCameraImage, takeImages, type Camera } from "@groundcrew/shared/cameras";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeClock } from "../../test/clock.ts";
import { serveCameras, stationWithDevices } from "../../test/fake-cameras.ts";
import { startFakeConsole } from "../../test/fake-console.ts";
import { Rejection } from "../../test/fake-server.ts";
import { dialog, elementsIn } from "../../test/find.ts";
import { openConsole } from "../../test/open-console.tsx";

const STATION = "/stations/gc-000000000001";
const HEXBOARD = "HexBoard unavailable, camera captures with lights on likely to fail";
const OFFLINE = "Station appears offline, camera captures are likely to fail";

const cameras: Camera[] = ["front", "rear"].map((id) => ({ id, name: `camera_${id}`, in_use: id === "rear" }));

const tiles = () => page.getByRole("list", { name: "Cameras" }).getByRole("listitem");
const updated = () => tiles().getByText(/^Updated \d\d:\d\d$/);
const image = () => tiles().first().getByRole("img", { name: "Latest from camera_rear" });
const take = (lights: "on" | "off") => page.getByRole("button", { name: `Take New Images (lights ${lights})` });

const takenBy = (camera: string) => ({ camera, last_modified: "2026-01-01T12:00:00.000Z" });

/** Opens a path of a station with cameras; by default its Cameras tab. */
function openCameras({ path = `${STATION}/cameras`, station = stationWithDevices({ cameras }), list = cameras } = {}) {
  const server = startFakeConsole({ stations: [station] });
  const images = serveCameras(server, list);
  const { main } = openConsole(path);
  return { server, images, main };
}

describe("images", () => {
  // @spec 3.2, 100.1, 294.1
  test("a station's page lists its cameras, the one in use first; images that are late appear when they arrive", async () => {
    const clock = fakeClock();
    const { server, images } = openCameras();
    server.on(takeImages, async () => ({ status: 202 as const, body: [] }));
    await expect.element(tiles().first()).toMatchTextContent("camera_rear");
    await expect.element(tiles().first()).toMatchTextContent("In use");
    await expect.poll(() => tiles().getByText("No image has been taken yet").length).toBe(2);
    await take("off").click();
    const result = "Requested new images be taken successfully, please wait a few seconds.";
    await expect.element(page.getByText(result)).toBeVisible();
    images.take();
    await clock.pass(8_000);
    await expect.poll(() => updated().length).toBe(2);
  });

  test("pressed twice, the button takes images once; how many have arrived is announced, and it keeps the focus", async () => {
    const { server, images, main } = openCameras();
    const { promise: done, resolve: finish } = Promise.withResolvers<void>();
    server.on(takeImages, async () => {
      images.take();
      await done;
      return { status: 201 as const, body: cameras.map(({ id }) => takenBy(id)) };
    });
    await expect.poll(() => tiles().length).toBe(2);
    const announced = () => elementsIn(main, "[aria-live=polite]").map(({ textContent }) => textContent);
    expect(announced()).toEqual([""]);
    const button = take("off").element();
    if (!(button instanceof HTMLElement)) throw new Error("The button is not an HTML element.");
    button.focus();
    await userEvent.keyboard("{Enter}{Enter}");
    await expect.poll(announced).toEqual(["Taking new images... 2 of 2 have arrived."]);
    await expect.element(take("off")).toHaveFocus();
    finish();
    await expect.poll(announced).toEqual(["Took new images successfully"]);
    await expect.element(take("off")).toHaveFocus();
    expect(server.requestsTo(takeImages)).toHaveLength(1);
  });

  test("a capture without the camera that the station does not detect is complete, and names that camera", async () => {
    const { server } = openCameras({ station: stationWithDevices({ cameras, missing: ["front"] }) });
    server.on(takeImages, async () => ({ status: 201 as const, body: [takenBy("rear")] }));
    await take("off").click();
    const result = "Took new images successfully. Left out, because not detected on USB: camera_front.";
    await expect.element(page.getByText(result, { exact: true })).toBeVisible();
  });

  test("a camera that the station does not detect says so", async () => {
    openCameras({ station: stationWithDevices({ cameras, missing: ["front"] }) });
    await expect.element(tiles().nth(1)).toMatchTextContent("Not detected");
    await expect.element(tiles().first()).not.toMatchTextContent("Not detected");
  });

  // @spec 57.5, 179.1, 295.1, 309.3
  test("an image that fails to load says why, and is requested again after 30 seconds", async () => {
    const clock = fakeClock();
    const { images } = openCameras();
    images.take();
    images.fail();
    await clock.pass(30_000);
    await expect.element(tiles().first()).toMatchTextContent("Failed to load (will retry)");
    await expect.element(tiles().first()).toMatchTextContent("An error occurred (status: 503)");
    images.recover();
    await clock.pass(30_000);
    await expect.element(tiles().first()).toMatchTextContent(/Updated \d\d:\d\d/);
    await expect.element(tiles().first()).not.toMatchTextContent("Failed to load");
  });

  // @spec 57.5
  test("an image shows a spinner until it has loaded", async () => {
    const { server } = openCameras();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    server.on(headCameraImage, async () => {
      await released;
      return { status: 204 as const, body: null };
    });
    await expect.element(tiles().first().getByRole("status")).toHaveTextContent("Loading image");
    release();
    await expect.element(tiles().first()).toMatchTextContent("No image has been taken yet");
  });

  test.each([
    ["the Cameras tab", async () => {}],
    [
      "the Cameras dialog",
      async () => {
        await page.getByRole("button", { name: "Details of Atlas 0001" }).click();
        await page.getByRole("button", { name: "Cameras", exact: true }).click();
      },
    ],
  ])(
    "an image that cannot be refreshed stays, grey and with its age, and the rest stays live: %s",
    async (name, open) => {
      const clock = fakeClock();
      const isDialog = name === "the Cameras dialog";
      const { images, main } = openCameras({ path: isDialog ? "/?stations-type=" : `${STATION}/cameras` });
      images.take();
      await open();
      await expect.element(updated().first()).toBeVisible();
      await expect.element(image()).toHaveStyle({ filter: "none" });

      images.fail();
      await clock.pass(31_000);
      await expect.element(tiles().first()).toMatchTextContent("Failed to load (will retry)");
      await expect.element(image()).toHaveStyle({ filter: "grayscale(1)" });
      await expect.element(tiles().first()).toMatchTextContent(/checked \d+ s ago$/);
      await clock.pass(60_000);
      await expect.element(tiles().first()).toMatchTextContent(/checked 1m ago$/);
      await expect.element((isDialog ? dialog() : main).getByRole("alert")).not.toBeInTheDocument();

      images.recover();
      await clock.pass(31_000);
      await expect.element(image()).toHaveStyle({ filter: "none" });
      await expect.element(tiles().first()).not.toMatchTextContent("checked");
    },
  );
});

describe("taking images", () => {
  // @spec 57.7, 293.1
  test("warns when the hexboard is missing", async () => {
    openCameras({ station: stationWithDevices({ cameras, hasHexboard: false }) });
    await expect.element(page.getByText(HEXBOARD)).toBeVisible();
    expect(page.getByText(OFFLINE).elements()).toEqual([]);
  });

  // @spec 57.7, 293.2
  test("warns when the station is offline, and shows why it was refused", async () => {
    const { server } = openCameras({ station: stationWithDevices({ cameras }, { last_online_status: false }) });
    server.on(takeImages, async () => {
      throw new Rejection(503, "The station is offline, so it cannot take images.");
    });
    await expect.element(page.getByText(OFFLINE)).toBeVisible();
    expect(page.getByText(HEXBOARD).elements()).toEqual([]);
    await take("off").click();
    await expect.element(page.getByText("The station is offline, so it cannot take images.")).toBeVisible();
  });
});

// @spec 106.1
test.each(["cameras", "streams"])("a station without cameras says so on the tab %s", async (tab) => {
  openCameras({ path: `${STATION}/${tab}`, list: [] });
  await expect.element(page.getByText("This station doesn't have any cameras.")).toBeVisible();
});

// @spec 107.1, 193.1
test("an atlas with seven cameras has no charger camera, in the list and in the streams", async () => {
  const ids = ["front", "rear", "pad", "gantry", "sky", "lift", "charger"];
  const list = ids.map((id) => ({ id, name: `camera_${id}`, in_use: id === "sky" }));
  const shown = ["sky", "front", "rear", "pad", "gantry", "lift"].map((id) => `camera_${id}`);
  const { main } = openCameras({ list });
  const names = () => elementsIn(main, "[aria-label=Cameras] b").map(({ textContent }) => textContent);
  await expect.poll(names).toEqual(shown);
  await page.getByRole("navigation", { name: "Station" }).getByRole("link", { name: "Streams" }).click();
  const tabs = page.getByRole("tablist", { name: "Cameras" }).getByRole("tab");
  await expect.poll(() => tabs.elements().map(({ textContent }) => textContent)).toEqual(shown);
});
