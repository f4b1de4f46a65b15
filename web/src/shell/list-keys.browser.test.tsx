import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { sampleAlert, sampleRule } from "../../../shared/test/sample-alert.ts";
import { sampleGroup } from "../../../shared/test/sample-group.ts";
import { serveAlerts, serveRules } from "../../test/fake-alerts.ts";
import { sampleAct, serveAudit } from "../../test/fake-audit.ts";
import { startFakeConsole } from "../../test/fake-console.ts";
import { serveGroups } from "../../test/fake-groups.ts";
import { sampleDelivery, serveDeliveries } from "../../test/fake-notifications.ts";
import { serveSsot } from "../../test/fake-ssot.ts";
import { numberedStations } from "../../test/fake-stations.ts";
import { listed, openManage } from "../../test/fake-manage.ts";
import { openConsole } from "../../test/open-console.tsx";

/** What moves the focus to the next row and back. */
const LETTERS = ["j", "k"] as const;
const ARROWS = ["{ArrowDown}", "{ArrowUp}"] as const;
const TAB = ["{Tab}", "{Shift>}{Tab}{/Shift}"] as const;

const LONG_LIST = [LETTERS, ARROWS];

/** Every list of rows with controls, with the keys that move along it. */
const LISTS: Record<string, { path: string; keys: readonly (readonly [string, string])[]; role?: "list" | "group" }> = {
  Stations: { path: "/?stations-type=", keys: [ARROWS], role: "list" },
  "Error groups": { path: "/supportlog/triage/groups", keys: LONG_LIST },
  "Needs a person": { path: "/attention", keys: LONG_LIST },
  Rules: { path: "/attention/rules", keys: LONG_LIST },
  Deliveries: { path: "/attention/deliveries", keys: LONG_LIST },
  "Audit log": { path: "/manage/audit", keys: LONG_LIST },
  "Station Config": { path: "/ssot", keys: [ARROWS] },
  "Hardware Variation": { path: "/ssot/hw-variation", keys: [ARROWS] },
  Replaceables: { path: "/ssot/replaceables", keys: [ARROWS] },
  "Swap Counts": { path: "/ssot/swaps", keys: [ARROWS] },
  Users: { path: "/manage/users", keys: [TAB], role: "group" },
  "API Keys": { path: "/manage/apikeys", keys: [TAB], role: "group" },
};

function startServer() {
  const stations = numberedStations(3);
  const server = startFakeConsole({ stations });
  serveSsot(server, stations);
  serveAlerts(
    server,
    [1, 2, 3].map((id) => sampleAlert({ id, title: `Fault ${id}` })),
  );
  serveRules(
    server,
    [1, 2, 3].map((id) => sampleRule({ id, name: `Rule ${id}` })),
  );
  serveDeliveries(
    server,
    [1, 2, 3].map((id) => sampleDelivery({ id })),
  );
  serveGroups(
    server,
    [1, 2, 3].map((id) => sampleGroup({ id, title: `Fault ${id}.` })),
  );
  serveAudit(server, { acts: [1, 2, 3].map((id) => sampleAct({ id, request: `request-${id}` })) });
}

/** Opens a page of Manage whose list has two rows. */
function openLists(path: string) {
  openManage(path, {
    users: ["one@groundcrew.example", "two@groundcrew.example"].map((email) => listed(email, { org_id: 1 })),
    keys: [1, 2].map((id) => ({
      name: `key_${id}`,
      description: `Key ${id}`,
      kind: "general" as const,
      created: "2026-01-01T00:00:00.000Z",
      last_used: null,
    })),
  });
}

const ROW = "[data-key], [data-row], li[data-index], tbody tr";

/** The number of the row with the focus among those of its list; -1 if the focus is in none. */
function focusedRow(list: Element): number {
  const rows = [...list.querySelectorAll(ROW)];
  return rows.findIndex((row) => row.contains(document.activeElement));
}

/** Presses a key until another row has the focus: Tab passes each control of a row. */
async function press(key: string, list: Element): Promise<number> {
  const before = focusedRow(list);
  for (let presses = 0; presses < 20 && focusedRow(list) === before; presses += 1) {
    await userEvent.keyboard(key);
    if (key !== TAB[0] && key !== TAB[1]) break;
  }
  return focusedRow(list);
}

describe("the keys of a list move to its next row and back", () => {
  test.each(Object.entries(LISTS))("%s", async (name, { path, keys, role = "table" }) => {
    if (path.startsWith("/manage/") && keys[0] === TAB) openLists(path);
    else {
      startServer();
      openConsole(path);
    }
    const locator = page.getByRole(role, { name, exact: true });
    await expect.element(locator.first()).toBeVisible();
    const list = locator.first().element();
    await expect.poll(() => list.querySelectorAll(ROW).length).toBeGreaterThan(1);
    for (const [next, previous] of keys) {
      const control = list
        .querySelector(ROW)
        ?.querySelector<HTMLElement>(":is(a[href], button, input):not([tabindex='-1'])");
      await vi.waitUntil(() => control !== null && control !== undefined);
      control?.focus();
      const rows = [focusedRow(list), await press(next, list), await press(previous, list)];
      expect({ next, previous, rows }).toEqual({ next, previous, rows: [0, 1, 0] });
    }
  });
});
