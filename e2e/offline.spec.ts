import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import type { Station } from "@groundcrew/shared/stations";
import { editStation, expectLive, listRow, watchListRequests } from "./live-steps.ts";
import { SERVER_KILLED } from "./problem-watch.ts";
import { ADMIN } from "./station-steps.ts";
import { entriesOf } from "./support-steps.ts";
import { expect, test as base } from "./test.ts";

const TEXT = "Typed before the connection was lost";

type Network = { url: string; cut(): void; close(): void };

/** The network between the browser and the server, which the test cuts: the browser's own way offline does not end open connections. */
const test = base.extend<{ network: Network }>({
  network: async ({ system }, use) => {
    const network = await startNetwork(system.url);
    await use(network);
    network.close();
  },
  baseURL: async ({ network }, use) => use(network.url),
});

async function startNetwork(serverUrl: string): Promise<Network> {
  const sockets: Socket[] = [];
  const listening = createServer((near) => {
    const far = connect(Number(new URL(serverUrl).port), new URL(serverUrl).hostname);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) {
      socket.on("error", () => {});
      sockets.push(socket);
    }
  }).listen(0, "127.0.0.1");
  await once(listening, "listening");
  const address = listening.address();
  const cut = () => {
    for (const socket of sockets.splice(0)) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    cut,
    close() {
      listening.close();
      cut();
    },
  };
}

test("after an hour offline a page has what changed after at most two requests, keeps what was typed, and saves it once", async ({
  context,
  logIn,
  network,
  page,
  problems,
}) => {
  problems.allow(SERVER_KILLED);
  await context.clock.install();
  await logIn(context, ADMIN);
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
  network.cut();
  await expect(page.getByText("Reconnecting…")).toBeVisible();
  await context.clock.fastForward("01:00:00");
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
});
