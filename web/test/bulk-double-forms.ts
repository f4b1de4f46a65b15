import {
  bulkAssign,
  bulkEntries,
  bulkImages,
  bulkMaintenance,
  bulkMove,
  bulkPlace,
  bulkRestore,
  bulkRetire,
  retryBulkAct,
  undoBulkAct,
} from "@groundcrew/shared/bulk-acts";
import { listStations } from "@groundcrew/shared/stations";
import { page, type Locator } from "vitest/browser";
import type { DoubleForm } from "./double-forms.ts";
import { onlineStation } from "./fake-console.ts";
import { sampleOutcome, serveBulkActs, type FakeAct } from "./fake-bulk-acts.ts";
import { sampleStationTag, serveSites } from "./fake-sites.ts";
import { serveOwnership } from "./fake-ownership.ts";
import { dialog } from "./find.ts";

/** An act on stations that are selected in their list, begun under its name. */
function ofStations(name: string, endpoint: DoubleForm["endpoint"], finish: () => Promise<Locator>): DoubleForm {
  return {
    path: "/?stations-type=&stations-f-retired=1",
    endpoint,
    async fill() {
      await page.getByRole("button", { name: "Select", exact: true }).click();
      const bar = page.getByRole("region", { name: "Selected stations" });
      await page
        .getByRole("checkbox", { name: /^Select / })
        .first()
        .click();
      const button = bar.getByRole("button", { name, exact: true });
      if (button.elements().length > 0) await button.click();
      else {
        await bar.getByRole("button", { name: "More" }).click();
        await page.getByRole("menuitem", { name, exact: true }).click();
      }
      return finish();
    },
  };
}

const send = (name: RegExp) => dialog().getByRole("button", { name });

/** Presses a button that asks, and returns what confirms it. */
async function asked(name: RegExp): Promise<Locator> {
  await send(name).click();
  return send(/^Are You Sure/);
}

const sampleAct = {
  id: 1,
  kind: "retire" as const,
  created: new Date().toISOString(),
  undo_until: new Date(Date.now() + 60_000).toISOString(),
  undone: null,
  lights_on: null,
  stations: [sampleOutcome("gc-000000000001", "done")],
};

const failedImages = {
  ...sampleAct,
  kind: "images" as const,
  undo_until: null,
  lights_on: true,
  stations: [sampleOutcome("gc-000000000001", "failed")],
};

/** What is done about an act that was begun before. */
function ofAct(act: FakeAct, endpoint: DoubleForm["endpoint"], button: RegExp): DoubleForm {
  return {
    path: "/",
    endpoint,
    serve: (server) => serveBulkActs(server, [act]),
    async fill() {
      await page.getByRole("button", { name: "Recent Acts" }).click();
      await page.getByRole("menuitem").first().click();
      return send(button);
    },
  };
}

/** Forms of acts on several stations. */
export const bulkDoubleForms: Record<string, DoubleForm> = {
  "Begin Maintenance": ofStations("Maintenance", bulkMaintenance, async () => {
    await dialog().getByRole("textbox", { name: "Reason" }).fill("Firmware 1.4.3");
    return send(/^Begin on/);
  }),
  "New Entries": ofStations("New Entry", bulkEntries, async () => {
    await dialog().getByRole("textbox", { name: "Content" }).fill("A recall");
    return send(/^Create on/);
  }),
  "Take Images of Many": ofStations("Take New Images", bulkImages, async () => send(/^Begin on/)),
  Move: ofStations("Move", bulkMove, async () => {
    await dialog().getByRole("combobox", { name: "Organization" }).click();
    await page.getByRole("radio", { name: "Groundcrew", exact: true }).click();
    return asked(/^Move /);
  }),
  "Site and Tags": {
    ...ofStations("Site and Tags", bulkPlace, async () => {
      await dialog().getByRole("checkbox", { name: "beta" }).click();
      return send(/^Change /);
    }),
    serve: (server) => serveSites(server, { tags: [sampleStationTag()] }),
  },
  "Assign Errors": {
    ...ofStations("Assign Errors", bulkAssign, async () => {
      await dialog().getByRole("combobox", { name: "Owner" }).click();
      await page.getByRole("radio", { name: /Lee Tran/ }).click();
      return send(/^Assign Errors of /);
    }),
    serve: (server) => void serveOwnership(server, {}, ["gc-000000000001"]),
  },
  Retire: ofStations("Retire", bulkRetire, () => asked(/^Retire /)),
  "Undo of Many": ofAct(sampleAct, undoBulkAct, /^Undo$/),
  "Retry of Many": ofAct(failedImages, retryBulkAct, /^Retry 1 Failed$/),
  Restore: {
    ...ofStations("Restore", bulkRestore, async () => send(/^Restore /)),
    serve: (server) =>
      server.on(listStations, async () => ({
        status: 200 as const,
        body: [onlineStation({ retired: "2026-05-01T08:00:00.000Z" })],
        headers: { etag: '"1"', "x-as-of": new Date().toISOString() },
      })),
  },
};
