import { DEMO_PASSWORD } from "@groundcrew/server/demo";
import { startPausableServer, type PausableServer } from "../pausable-server.ts";
import { ADMIN } from "../station-steps.ts";
import { entriesOf } from "../support-steps.ts";
import { expect, test as base } from "../test.ts";

const test = base.extend<object, { server: PausableServer }>({
  server: [
    async ({}, use) => {
      const server = await startPausableServer();
      await use(server);
      await server.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
});

// Both tests mostly wait, so they can run in parallel with other journeys.
test.describe.configure({ mode: "parallel" });

for (const [part, reason] of [
  ["server", "Unable to contact the server"],
  ["database", "The database is not responding right now."],
] as const) {
  test(`while the ${part} is paused, the page says so; afterwards it recovers, and the entry is saved once`, async ({
    page,
    server,
    problems,
  }) => {
    if (part === "database") problems.allow(/^(GET|POST) \/api\/.* returned 503$/);
    await page.request.post("/api/sessions/current", { data: { email: ADMIN, password: DEMO_PASSWORD } });
    const station = await server.steadyStation();
    await page.goto(`/stations/${station}/supportlog`);
    const main = page.getByRole("main");
    const online = main.getByText("ONLINE", { exact: true });
    const banner = main.getByRole("alert").filter({ hasText: "Showing" }).first();
    const form = page.getByRole("form", { name: "New Entry" });
    const content = form.getByRole("textbox", { name: "Content" });
    const text = `Written while the ${part} was paused`;
    await expect(online).toBeVisible();
    await content.fill(text);

    server.pause(part);
    await form.getByRole("button", { name: "Create" }).click();
    await expect(form.getByRole("alert")).toContainText(reason);
    await expect(banner).toContainText(reason);
    await expect(banner).toContainText(/Showing .* as of /);
    await expect(main.getByText(/^ONLINEas of (\w{3} \d+, \d\d:\d\d|\d\d:\d\d:\d\d)$/)).toBeVisible();
    await expect(online).toHaveCount(0);
    server.resume(part);

    await expect(banner).toHaveCount(0);
    await expect(online).toBeVisible();
    await expect(content).toHaveValue(text);
    await form.getByRole("button", { name: "Create" }).click();
    await expect(content).toHaveValue("");
    await expect(page.getByRole("article").filter({ hasText: text })).toHaveCount(1);
    const written = (await entriesOf(page, station)).filter((entry) => entry.content === text);
    expect(written).toHaveLength(1);
  });
}
