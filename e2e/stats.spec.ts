import { expectAccessible } from "./axe.ts";
import { ADMIN, USER } from "./ssot-steps.ts";
import { expect, test } from "./test.ts";

// @spec 26.1, 125.1, 226.1, 228.1
test("Recent Activity (24h) is a line chart, 400 high, that the keyboard walks along; others than admins have one tab", async ({
  login,
}) => {
  const page = await login(USER);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Stats" }).click();
  await expect(page.getByRole("tab")).toHaveText(["Recent Activity (24h)"]);
  const chart = page.getByRole("slider", { name: /^Recent Activity\. From .* swaps, at most \d+ stations online/ });
  await expect(chart).toBeAttached();
  const plot = page.getByRole("tabpanel").locator(".uplot");
  await expect(plot).toBeVisible();
  await expect.poll(async () => (await plot.boundingBox())?.height).toBe(400);
  const last = await chart.getAttribute("aria-valuetext");
  await chart.focus();
  await page.keyboard.press("Home");
  await expect(chart).not.toHaveAttribute("aria-valuetext", last ?? "");
  await expectAccessible(page);
});

test("the charts of a fleet and of a station name their axes", async ({ login, system }) => {
  const page = await login(ADMIN);
  // Canvas text isn't in the DOM, so the drawing calls are recorded.
  await page.addInitScript(() => {
    const context = CanvasRenderingContext2D.prototype;
    // oxlint-disable-next-line typescript/unbound-method -- it is called on the canvas that is drawn on
    context.fillText = new Proxy(context.fillText, {
      apply(draw, drawn: CanvasRenderingContext2D, args: [string, number, number]) {
        drawn.canvas.dataset["texts"] = `${drawn.canvas.dataset["texts"] ?? ""}|${args[0]}|`;
        return Reflect.apply(draw, drawn, args);
      },
    });
  });
  const canvas = page.locator("canvas");
  await page.goto("/stats");
  for (const name of ["Swaps in 10 minutes", "Stations online"])
    await expect(canvas).toHaveAttribute("data-texts", new RegExp(`\\|${name}\\|`));
  const [station] = await system.stationsOf("Harbor Air");
  await page.goto(`/stations/${station?.name}`);
  for (const name of ["Swaps", "Errors"])
    await expect(canvas).toHaveAttribute("data-texts", new RegExp(`\\|${name}\\|`));
});

// @spec 125.1
test("admins also get Organization Actions (7d), a bar for each organization", async ({ login }) => {
  const page = await login(ADMIN);
  await page.request.post("/api/organizations?name=Counted%20Actions");
  await page.goto("/stats");
  await page.getByRole("tab", { name: "Organization Actions (7d)" }).click();
  const bars = page.getByRole("list", { name: "Organization Actions (7d)" });
  await expect(bars.getByRole("listitem").filter({ hasText: "Groundcrew" }).first()).toContainText(/\d+ actions?/);
  await expectAccessible(page);
});

// @spec 125.2, 303.1
test("statistics say 'Loading...', then 'No activity history tracked' when they fail or are empty", async ({
  login,
}) => {
  const page = await login(ADMIN);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/api/statistics/stations/history*", async (route) => {
    await released;
    await route.fulfill({
      status: 503,
      contentType: "application/problem+json",
      body: '{"detail":"Come back later."}',
    });
  });
  await page.goto("/stats");
  await expect(page.getByText("Loading...")).toBeVisible();
  release();
  await expect(page.getByText("No activity history tracked")).toBeVisible();
  await expect(page.getByText("Come back later.")).toBeVisible();
  await page.unroute("**/api/statistics/stations/history*");
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("slider", { name: /^Recent Activity/ })).toBeAttached();

  await page.route("**/api/statistics/organizations/activity", (route) => route.fulfill({ json: [] }));
  await page.getByRole("tab", { name: "Organization Actions (7d)" }).click();
  await expect(page.getByText("No activity history tracked")).toBeVisible();
});
