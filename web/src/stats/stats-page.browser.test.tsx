import { getOrganizationActivity, getOrganizationHistory } from "@groundcrew/shared/stats";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { customer, startFakeConsole } from "../../test/fake-console.ts";
import { Rejection } from "../../test/fake-server.ts";
import { elementsIn } from "../../test/find.ts";
import { openConsole } from "../../test/open-console.tsx";

const tabs = page.getByRole("navigation", { name: "Statistics" });
const chart = page.getByRole("slider", { name: /^Recent Activity\. From .* swaps, at most 1 station online/ });

// @spec 26.1, 125.1, 226.1, 228.1
test("Recent Activity (24h) is a line chart, 400 high, that is read with the keyboard", async () => {
  startFakeConsole({ user: customer });
  openConsole("/");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Stats" }).click();
  await expect
    .element(tabs.getByRole("link", { name: "Recent Activity (24h)" }))
    .toHaveAttribute("aria-current", "page");
  await expect.element(tabs.getByRole("link", { name: "Organization Actions (7d)" })).not.toBeInTheDocument();
  await expect.element(chart).toHaveAttribute("aria-valuetext", expect.stringMatching(/: 1 swap, 1 station online$/));
  const panel = page.getByRole("main");
  await expect.poll(() => elementsIn(panel, ".uplot")[0]?.getBoundingClientRect().height).toBe(400);
  await chart.fill("1");
  await userEvent.keyboard("{Home}");
  await expect.element(chart).toHaveAttribute("aria-valuetext", expect.stringMatching(/: 3 swaps, 1 station online$/));
});

test("the chart of Recent Activity names its axes", async () => {
  const drawn = vi.spyOn(CanvasRenderingContext2D.prototype, "fillText");
  startFakeConsole();
  openConsole("/stats");
  await expect
    .poll(() => drawn.mock.calls.map(([text]) => text))
    .toEqual(expect.arrayContaining(["Swaps in 10 minutes", "Stations online"]));
});

// @spec 125.1
test("admins also get Organization Actions (7d), a bar for each organization", async () => {
  const server = startFakeConsole();
  server.on(getOrganizationActivity, async () => ({
    status: 200 as const,
    body: [
      { organization: "Harbor Air", actions: 1_234 },
      { organization: "Skyline Logistics", actions: 1 },
    ],
  }));
  openConsole("/stats");
  await page.getByRole("link", { name: "Organization Actions (7d)" }).click();
  const bars = page.getByRole("list", { name: "Organization Actions (7d)" }).getByRole("listitem");
  await expect
    .poll(() => bars.elements().map(({ textContent }) => textContent))
    .toEqual(["Harbor Air1,234 actions", "Skyline Logistics1 action"]);
});

// @spec 125.2, 303.1
test("statistics say 'Loading...', then 'No activity history tracked' when they fail or are empty", async () => {
  const server = startFakeConsole();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  server.on(getOrganizationHistory, async () => {
    await released;
    throw new Rejection(503, "Come back later.");
  });
  openConsole("/stats");
  await expect.element(page.getByText("Loading...")).toBeVisible();
  release();
  await expect.element(page.getByText("No activity history tracked")).toBeVisible();
  await expect.element(page.getByText("Come back later.")).toBeVisible();
  const row: [number, number, number] = [1_780_000_000, 3, 1];
  server.on(getOrganizationHistory, async () => ({ status: 200 as const, body: [row] }));
  await page.getByRole("button", { name: "Reload" }).click();
  await expect.element(chart).toBeInTheDocument();

  server.on(getOrganizationActivity, async () => ({ status: 200 as const, body: [] }));
  await page.getByRole("link", { name: "Organization Actions (7d)" }).click();
  await expect.element(page.getByText("No activity history tracked")).toBeVisible();
});
