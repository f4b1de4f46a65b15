import { createAlertRule, createUsualRules } from "@groundcrew/shared/alerts";
import { takeImages } from "@groundcrew/shared/cameras";
import { createChannel, renewChannelSecret } from "@groundcrew/shared/channels";
import {
  archiveErrorGroups,
  getGroupVariation,
  mergeErrorGroups,
  resolveErrorGroups,
  splitErrorGroup,
  unarchiveErrorGroups,
} from "@groundcrew/shared/error-groups";
import { startMaintenance } from "@groundcrew/shared/maintenance";
import { ignoreReadinessReason } from "@groundcrew/shared/readiness";
import { createSavedView } from "@groundcrew/shared/saved-views";
import { createSites, createStationTag } from "@groundcrew/shared/sites";
import { createWallboard } from "@groundcrew/shared/wallboards";
import { page, userEvent, type Locator } from "vitest/browser";
import { sampleGroup } from "../../shared/test/sample-group.ts";
import { sampleReason } from "../../shared/test/sample-readiness.ts";
import type { DoubleForm } from "./double-forms.ts";
import { serveRules } from "./fake-alerts.ts";
import { serveCameras } from "./fake-cameras.ts";
import { sampleChannel, serveChannels } from "./fake-channels.ts";
import { serveGroups } from "./fake-groups.ts";
import { readinessNow, serveReadiness } from "./fake-readiness.ts";
import type { FakeServer } from "./fake-server.ts";
import { serveWallboards } from "./fake-wallboards.ts";
import { dialog } from "./find.ts";

const GROUPS = "/supportlog/triage/groups";
const button = (name: string | RegExp) => page.getByRole("button", { name });

/** A change of groups that are selected in their list. */
function ofGroups(act: string, endpoint: DoubleForm["endpoint"], finish: () => Promise<Locator>): DoubleForm {
  return {
    path: GROUPS,
    endpoint,
    serve: (server) => void serveGroups(server, [sampleGroup(), sampleGroup({ id: 131 })]),
    async fill() {
      for (const id of [118, 131])
        await page.getByRole("checkbox", { name: new RegExp(`^Select group ${id}:`) }).click();
      await page.getByRole("region", { name: "Selected groups" }).getByRole("button", { name: act }).click();
      return finish();
    },
  };
}

async function why(field: string, send: RegExp): Promise<Locator> {
  await dialog().getByRole("textbox", { name: field }).fill("Replaced the charger board");
  return dialog().getByRole("button", { name: send });
}

/** Forms of groups, alert rules, channels, maintenance and cameras. */
export const moreDoubleForms: Record<string, DoubleForm> = {
  "Resolve All": ofGroups("Resolve All…", resolveErrorGroups, () => why("Solution", /^Resolve \d+ Errors/)),
  "Archive groups": ofGroups("Archive…", archiveErrorGroups, () => why("Why", /^Archive/)),
  "Merge groups": ofGroups("Merge…", mergeErrorGroups, async () => dialog().getByRole("button", { name: "Merge" })),
  "Unarchive groups": {
    path: `${GROUPS}?tg-tab=archived`,
    endpoint: unarchiveErrorGroups,
    serve: (server) => void serveGroups(server, [sampleGroup({ state: "archived" })]),
    async fill() {
      await page.getByRole("checkbox", { name: /^Select group 118:/ }).click();
      return page.getByRole("region", { name: "Selected groups" }).getByRole("button", { name: "Unarchive" });
    },
  },
  "Split a group": {
    path: "/groups/118",
    endpoint: splitErrorGroup,
    serve: (server) => {
      serveGroups(server, [sampleGroup()]);
      const placeholder = { kind: "placeholder" as const, fingerprint: 1, placeholder: 0, name: "Charger slot" };
      const variations = [{ ...placeholder, values: [{ value: "5", errors: 3 }], others: 1, other_values: 1 }];
      server.on(getGroupVariation, async () => ({ status: 200 as const, body: { errors: 4, variations } }));
      server.on(splitErrorGroup, async () => ({ status: 202 as const, body: { groups: [sampleGroup()] } }));
    },
    async fill() {
      await button("Split by Charger slot…").click();
      return dialog().getByRole("button", { name: "Split" });
    },
  },
  "Start Maintenance": {
    path: "/?stations-type=",
    endpoint: startMaintenance,
    async fill() {
      await button(/^Details of/).click();
      await page.getByRole("button", { name: "Maintenance", exact: true }).click();
      return why("Why", /^Start Maintenance/);
    },
  },
  "Ignore a Reason": {
    path: "/stations/gc-000000000001",
    endpoint: ignoreReadinessReason,
    serve: (server) =>
      void serveReadiness(server, {
        readiness: readinessNow({ state: "not_ready", reasons: [sampleReason("no_battery", "block")] }),
      }),
    async fill() {
      await page.getByRole("region", { name: "Readiness" }).getByRole("button", { name: "Ignore…" }).click();
      return why("Why", /^Ignore$/);
    },
  },
  "New Wallboard": {
    path: "/manage/wallboards",
    endpoint: createWallboard,
    serve: (server) => void serveWallboards(server),
    async fill() {
      await button("New Wallboard").click();
      await dialog().getByRole("textbox", { name: "Name" }).fill("Lobby");
      return dialog().getByRole("button", { name: "Create" });
    },
  },
  "Save as New View": {
    path: "/",
    endpoint: createSavedView,
    async fill() {
      await button("Views").click();
      await page.getByRole("menuitem", { name: "Save as New View…" }).click();
      await dialog().getByRole("textbox", { name: "Name" }).fill("Night shift");
      return dialog().getByRole("button", { name: "Save View" });
    },
  },
  "New Site": {
    path: "/manage/sites",
    endpoint: createSites,
    async fill() {
      await button("New Site").click();
      await dialog().getByRole("textbox", { name: "Name" }).fill("Doca 1");
      return dialog().getByRole("button", { name: "Create" });
    },
  },
  "New Station Tag": {
    path: "/manage/sites",
    endpoint: createStationTag,
    async fill() {
      await button("New Tag").click();
      await dialog().getByRole("textbox", { name: "Name" }).fill("beta");
      return dialog().getByRole("button", { name: "Create" });
    },
  },
  "New Channel": {
    path: "/attention/channels",
    endpoint: createChannel,
    async fill() {
      await button("New Channel").click();
      await dialog().getByRole("radio", { name: "Webhook" }).click();
      await dialog().getByRole("textbox", { name: "Name" }).fill("Pager");
      await dialog().getByRole("textbox", { name: "Address" }).fill("https://events.pager.example/v2/enqueue");
      return dialog().getByRole("button", { name: "Save" });
    },
  },
  "New Secret": {
    path: "/attention/channels",
    endpoint: renewChannelSecret,
    serve: (server) => {
      const address = "https://events.pager.example";
      serveChannels(server, [sampleChannel({ kind: "webhook", name: "Pager", address })]);
    },
    async fill() {
      await button("Edit Pager").click();
      await dialog().getByRole("button", { name: "New Secret…" }).click();
      return dialog().getByRole("button", { name: "Create New Secret" });
    },
  },
  "New Rule": {
    path: "/attention/rules/new",
    endpoint: createAlertRule,
    serve: (server) => serveNoRules(server),
    async fill() {
      await page.getByRole("textbox", { name: "Name" }).fill("Offline");
      await button("Add a channel").click();
      await page.getByRole("checkbox", { name: /#ground-ops/ }).click();
      await userEvent.keyboard("{Escape}");
      return button("Save");
    },
  },
  "Recommended Rules": {
    path: "/attention/rules",
    endpoint: createUsualRules,
    serve: (server) => serveNoRules(server),
    fill: async () => button("Add 5 Recommended Rules"),
  },
  "Take New Images": {
    path: "/stations/gc-000000000001/cameras",
    endpoint: takeImages,
    serve: (server) => {
      serveCameras(server, [{ id: "rear", name: "camera_rear", in_use: true }]);
      const taken = [{ camera: "rear", last_modified: "2026-06-01T12:00:00.000Z" }];
      server.on(takeImages, async () => ({ status: 201 as const, body: taken }));
    },
    fill: async () => button("Take New Images (lights off)"),
  },
};

function serveNoRules(server: FakeServer): void {
  serveRules(server, []);
  serveChannels(server, [sampleChannel()]);
}
