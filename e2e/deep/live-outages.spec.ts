import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../server/test/free-port.ts";
import { editStation, expectLive, listRow, watchListRequests } from "../live-steps.ts";
import { startNginx } from "../nginx.ts";
import { startServerProcess } from "../pausable-server.ts";
import { SERVER_KILLED } from "../problem-watch.ts";
import { ADMIN } from "../station-steps.ts";
import { expect, test } from "../test.ts";

test("through nginx with default settings, a list is live, and a change is painted before the next poll", async ({
  page,
  system,
}) => {
  const nginx = await startNginx(system.url);
  try {
    await page.request.post(`${nginx.url}/api/sessions/current`, { data: { email: ADMIN, password: system.password } });
    const { name, serial_number } = await system.onlineStation("atlas");
    await page.goto(`${nginx.url}/?stations-q=${encodeURIComponent(serial_number)}`);
    await expectLive(page);
    await editStation(page, name, { description: "Through a proxy" });
    await expect(listRow(page, serial_number)).toContainText("Through a proxy");
  } finally {
    await page.goto("about:blank");
    await nginx.stop();
  }
});

test("after a server is killed and started again, the page is live again and has what changed meanwhile", async ({
  page,
  problems,
  system,
}) => {
  problems.allow(SERVER_KILLED);
  const dataDir = join(tmpdir(), `groundcrew-e2e-${randomUUID()}`);
  const env = { DATA_DIR: dataDir, STATIONS: "12", PORT: String(await freePort()) };
  const killed = await startServerProcess(env);
  const login = { data: { email: ADMIN, password: system.password } };
  await page.request.post(`${killed.url}/api/sessions/current`, login);
  await page.goto(killed.url);
  await expectLive(page);
  const stations: { name: string; serial_number: string }[] = await (
    await page.request.get(`${killed.url}/api/stations`)
  ).json();
  const { name, serial_number } = stations[0] ?? { name: "", serial_number: "" };
  const requests = watchListRequests(page);

  killed.child.kill("SIGKILL");
  await killed.ended;
  await expect(page.getByText("Reconnecting…")).toBeVisible();
  // The page's requests fail until the station has been changed.
  await page.route("**/api/**", (route) => route.abort("connectionrefused"));
  const again = await startServerProcess(env);
  try {
    const changed = await page.request.patch(`${again.url}/api/stations/${name}`, {
      data: { description: "Changed meanwhile" },
    });
    expect(changed.status()).toBe(200);
    await page.unroute("**/api/**");
    await expectLive(page);
    await expect(listRow(page, serial_number)).toContainText("Changed meanwhile");
    for (const request of requests) {
      expect(request.url()).toContain("filter_online_after=");
      expect((await request.response())?.headers() ?? {}, "no list is sent as a whole").not.toHaveProperty("x-full");
    }
  } finally {
    again.child.stdin.end();
    await again.ended;
    await rm(dataDir, { recursive: true, force: true });
  }
});
