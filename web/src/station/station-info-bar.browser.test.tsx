import type { Station } from "@groundcrew/shared/stations";
import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { onlineStation, startFakeConsole } from "../../test/fake-console.ts";
import { dialog } from "../../test/find.ts";
import { openConsole } from "../../test/open-console.tsx";

const TRIAGE = "/supportlog/triage?supportlog-queue=Atlas+0001";
const errors = (count: number) => page.getByRole("button", { name: `Unresolved errors of Atlas 0001: ${count}` });

function openBar(path: string, differences: Partial<Station> = {}) {
  startFakeConsole({ stations: [onlineStation(differences)] });
  const { router } = openConsole(path);
  return () => router.history.location.href;
}

describe("the station info bar", () => {
  // @spec 51.1
  test("has type icon, dashboard link without the prefix, status, error count, admin and telemetry", async () => {
    const hexone_dashboard = "https://dashboard.example/atlas-0001";
    const address = openBar(TRIAGE, { hexone_dashboard });
    const bar = page.getByRole("region", { name: "Errors of Atlas 0001" });
    await expect.element(bar.getByRole("button", { name: /copy station name/ })).toBeVisible();
    const dashboard = bar.getByRole("link", { name: "000000000001", exact: true });
    await expect.element(dashboard).toHaveAttribute("href", hexone_dashboard);
    await expect.element(bar.getByRole("img", { name: /^Active/ })).toBeVisible();
    await expect
      .element(bar.getByRole("link", { name: "Edit Atlas 0001" }))
      .toHaveAttribute("href", "/stations/gc-000000000001/edit");

    await errors(1).click();
    const tab = (name: string) => dialog().getByRole("tab", { name });
    await expect.element(tab("Error Triage")).toHaveAttribute("aria-selected", "true");
    await dialog().getByRole("button", { name: "Close", exact: true }).click();
    await bar.getByRole("button", { name: "Telemetry of Atlas 0001" }).click();
    await expect.element(tab("Status")).toHaveAttribute("aria-selected", "true");
    expect(address()).toBe(TRIAGE);
  });

  // @spec 51.1
  test("has a disabled error count at 0", async () => {
    const supportlog = { incident_needs_action: 0, incident_pending: 0, incident_pending_urgent: 0 };
    openBar("/supportlog/entries", { support_metrics: { errors_unresolved: 0, error_latest: null, supportlog } });
    await expect.element(errors(0)).toBeDisabled();
  });
});
