import type { ErrorGroup } from "@groundcrew/shared/error-groups";
import { canBeIgnored } from "@groundcrew/shared/readiness";
import type { Station } from "@groundcrew/shared/stations";
import { expect, type Page } from "@playwright/test";
import { CONFIRMED_FOR_MS } from "@groundcrew/shared/contract";
import { addAppOf, addAuthenticator, addPasskey, beginApp, keepCodes, openByName } from "../account-steps.ts";
import { awaitVideo, takeImages } from "../camera-steps.ts";
import type { TestSystem } from "../test-system.ts";
import { ADMIN } from "../station-steps.ts";
import { newest, pressing, pressingInside, steps, type Openings } from "./opening.ts";

const STAFF = "staff@groundcrew.example";

/** Dialogs that need stations that are connected. */
export const liveDialogs: Openings = {
  "account/factors/app-dialog.tsx": [
    { title: "Add an Authenticator App", path: "/account", open: steps(renewProofs, beginApp) },
  ],
  "account/factors/passkey-dialogs.tsx": [
    {
      title: "Add a Passkey",
      path: "/account",
      open: steps(openByName(ADMIN), pressing("Add a Passkey"), clearName, pressingInside("Continue")),
    },
    {
      title: "Rename a Passkey",
      path: "/account",
      open: steps(
        openByName(ADMIN),
        addVirtualKey,
        pressing(/^Rename /),
        clearName,
        pressingInside("Save"),
        forgetFactors,
      ),
    },
  ],
  "account/factors/codes-dialog.tsx": [
    { title: "Your Recovery Codes", path: "/account", open: steps(addAppOf(ADMIN), forgetFactors) },
  ],
  "account/confirm-dialog.tsx": [
    {
      title: "Confirm It Is You",
      path: "/account",
      open: steps(forgetProofs, pressing("Add an Authenticator App"), pressingInside("Continue")),
    },
    {
      title: /^Confirm It Is You$/,
      path: "/account",
      open: steps(
        addAppOf(ADMIN),
        keepCodes,
        forgetProofs,
        pressing("Make New Ones"),
        pressingInside("Continue"),
        forgetFactors,
      ),
    },
    {
      title: "Confirm It Is You",
      path: "/account",
      open: steps(openByName(ADMIN), addVirtualKey, forgetProofs, pressing("Make New Ones"), forgetFactors),
    },
  ],
  "alerts/list/mute-dialog.tsx": [
    { title: "Mute This Alert", path: "/attention", open: steps(pressing(/^Mute /), pressingInside("Mute")) },
  ],
  "cameras/camera-grid.tsx": [
    { title: / - (?!Cameras$)/, path: "/", open: steps(openImages, pressingInside(/^Enlarge /)) },
  ],
  "cameras/cameras-dialog.tsx": [{ title: / - Cameras$/, path: "/", open: openImages }],
  "error-groups/page/split-dialog.tsx": [{ title: /^Split Group/, path: "/", open: openSplit }],
  "manage/users/step-reset.tsx": [
    {
      title: "Reset Second Step",
      path: "/manage/users",
      open: steps(loseFactors, pressing(`Reset Second Step of ${STAFF}`), findFactors),
    },
  ],
  "readiness/ignore-dialog.tsx": [
    { title: "Ignore a Reason", path: "/", open: steps(openReadiness, pressing("Ignore…"), pressingInside("Ignore")) },
  ],
  "station-errors/error-log-dialog.tsx": [{ title: / Error Log$/, path: "/", open: openLog }],
  "station-errors/resolve-dialog.tsx": [
    {
      title: "Record Trivial Resolution",
      path: "/",
      open: steps(openLog, pressingInside("Resolve (1)"), pressingInside("Resolve")),
    },
  ],
  "streams/stream-info-dialog.tsx": [{ title: / - Stream Info$/, path: "/", open: openStreamInfo }],
  "telemetry/telemetry-dialog.tsx": [{ title: / Telemetry$/, path: "/", open: openTelemetry }],
};

async function addVirtualKey(page: Page): Promise<void> {
  await addAuthenticator(page);
  await addPasskey(page, "Virtual key");
  await keepCodes(page);
}

async function clearName(page: Page): Promise<void> {
  await newest(page).getByRole("textbox", { name: "Name" }).fill("");
}

async function forgetFactors(_: Page, system: TestSystem): Promise<void> {
  await system.removeFactors(ADMIN);
}

async function loseFactors(page: Page, system: TestSystem): Promise<void> {
  await system.removeFactors(STAFF);
  await system.addUnknownApp(STAFF);
  await page.reload();
}

async function findFactors(_: Page, system: TestSystem): Promise<void> {
  await system.removeFactors(STAFF);
}

async function renewProofs(_: Page, system: TestSystem): Promise<void> {
  await system.setProofs(ADMIN, 0);
}

async function forgetProofs(_: Page, system: TestSystem): Promise<void> {
  await system.setProofs(ADMIN, CONFIRMED_FOR_MS);
}

type Listed = { name: string; serial_number: string };

/** Opens the row of a station in the list, and presses one of its buttons. */
async function openInRow(page: Page, { serial_number: serial }: Listed, button: string): Promise<void> {
  await page.goto(`/?stations-type=&stations-q=${encodeURIComponent(serial)}`);
  await pressing(`Details of ${serial}`, button)(page);
}

async function openImages(page: Page, system: TestSystem): Promise<void> {
  const { cameras, ...station } = await system.stationWithCameras("atlas");
  await openInRow(page, station, "Cameras");
  await takeImages(newest(page), "off");
  await expect(newest(page).getByText(/^Updated/)).toHaveCount(cameras.length);
}

async function openStreamInfo(page: Page, system: TestSystem): Promise<void> {
  await openInRow(page, await system.stationWithCameras("atlas"), "Cameras");
  const dialog = newest(page);
  await dialog.getByRole("tab", { name: "Streams" }).click();
  await awaitVideo(dialog);
  await pressingInside("Stream Info")(page);
  await expect(newest(page)).toContainText("640 × 360");
}

async function openTelemetry(page: Page, system: TestSystem): Promise<void> {
  await openInRow(page, await system.onlineStation("atlas"), "Telemetry");
  await newest(page).getByRole("tab", { name: "Chargers" }).click();
}

/** Opens the dialog that splits a group of errors which differ in a number. */
async function openSplit(page: Page, system: TestSystem): Promise<void> {
  const { name } = await system.onlineStation("atlas");
  for (const number of [17, 4, 230]) system.reportError(name, `Tail light ${number} drew too much current`);
  const find = async () => {
    const reply = await page.request.get("/api/error-groups?tab=open&q=tail+light");
    const { groups }: { groups: ErrorGroup[] } = await reply.json();
    return groups.find(({ total }) => total === 3)?.id;
  };
  await expect.poll(find).toBeDefined();
  await page.goto(`/groups/${await find()}`);
  await pressing(/^Split/)(page);
}

/** Opens a station that is not ready, or limited, for a reason that can be ignored. */
async function openReadiness(page: Page): Promise<void> {
  const find = async () => {
    const stations: Station[] = await (await page.request.get("/api/stations")).json();
    return stations.find(({ readiness }) =>
      readiness?.reasons.some(({ code, effect }) => canBeIgnored(code) && (effect === "block" || effect === "limit")),
    )?.name;
  };
  await expect.poll(find).toBeDefined();
  await page.goto(`/stations/${await find()}`);
}

/** Opens the errors of a station, and selects one. */
async function openLog(page: Page, system: TestSystem): Promise<void> {
  const { name } = await system.onlineStation("atlas");
  await system.logErrors(name, 3);
  await page.goto(`/stations/${name}`);
  await pressing(/, error log$/)(page);
  await newest(page).getByRole("checkbox").first().click();
}
