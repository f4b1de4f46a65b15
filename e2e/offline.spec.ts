import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEMO_PASSWORD } from "@groundcrew/server/demo";
import type { Station } from "@groundcrew/shared/stations";
import { freePort } from "../server/test/free-port.ts";
import { editStation, expectLive, listRow, watchListRequests } from "./live-steps.ts";
import { startServerProcess } from "./pausable-server.ts";
import { SERVER_KILLED } from "./problem-watch.ts";
import { ADMIN } from "./station-steps.ts";
import { entriesOf } from "./support-steps.ts";
import { expect, test as base } from "./test.ts";

const TEXT = "Typed before the connection was lost";

/** The address of a server that the test starts itself, because going offline does not end open connections. */
const test = base.extend<{ port: number }>({
  port: async ({}, use) => use(await freePort()),
  baseURL: async ({ port }, use) => use(`http://127.0.0.1:${port}`),
});

test("after an hour offline a page has what changed after at most two requests, keeps what was typed, and saves it once", async ({
  context,
  page,
  port,
  problems,
}) => {
  problems.allow(SERVER_KILLED);
  const dataDir = join(tmpdir(), `groundcrew-e2e-${randomUUID()}`);
  const env = { DATA_DIR: dataDir, STATIONS: "12", PORT: String(port) };
  const before = await startServerProcess(env);
  await context.clock.install();
  await page.request.post("/api/sessions/current", { data: { email: ADMIN, password: DEMO_PASSWORD } });
  const [station]: Station[] = await (await page.request.get("/api/stations")).json();
  const { name = "", serial_number = "" } = station ?? {};
  await page.goto(`/?stations-type=&stations-f-actual=0&stations-q=${encodeURIComponent(serial_number)}`);
  await expectLive(page);
  const log = await context.newPage();
  await log.goto(`/stations/${name}/supportlog`);
  const form = log.getByRole("form", { name: "New Entry" });
  const content = form.getByRole("textbox", { name: "Content" });
  await content.fill(TEXT);

  await context.setOffline(true);
  before.child.kill("SIGKILL");
  await before.ended;
  await expect(page.getByText("Reconnecting…")).toBeVisible();
  await context.clock.fastForward("01:00:00");
  const after = await startServerProcess(env);
  try {
    await editStation(page, name, { description: "Changed meanwhile" });
    const requests = watchListRequests(page);
    await context.setOffline(false);
    await expectLive(page);
    await expect(listRow(page, serial_number)).toContainText("Changed meanwhile");
    const answers = await Promise.all(requests.map((request) => request.response()));
    expect(answers.filter((answer) => answer !== null).length).toBeLessThanOrEqual(2);

    await expect(content).toHaveValue(TEXT);
    await form.getByRole("button", { name: "Create" }).click();
    await expect(content).toHaveValue("");
    expect((await entriesOf(page, name)).filter((entry) => entry.content === TEXT)).toHaveLength(1);
  } finally {
    after.child.stdin.end();
    await after.ended;
    await rm(dataDir, { recursive: true, force: true });
  }
});
