import { ensureTurnserver } from "../scripts/coturn.ts";
import { openTestHouse, type TestHouse } from "./house.ts";
import { expectMoving, watchPeers } from "./live.ts";
import { ADMIN } from "./station-parts.ts";
import { expect, test } from "./test.ts";

const MISSING = "coturn is not installed and cannot be fetched: apt-get install coturn";

let house: TestHouse | null = null;

test.beforeAll(async () => {
  test.setTimeout(600_000);
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const folder = ensureTurnserver(say);
  if (folder === null) {
    say(`The relay is not tested: ${MISSING}`);
    return;
  }
  house = await openTestHouse({ stations: 6, settings: { PATH: folder, RELAY_PEERS: "public" } });
});
test.afterAll(async () => house?.stop());

test("live video comes through coturn when the relay is the only way", async ({ browser }) => {
  test.skip(house === null, MISSING);
  if (!house) return;
  const context = await browser.newContext({ baseURL: house.url });
  const page = await context.newPage();
  await watchPeers(page, "relay");
  const as = { email: ADMIN, password: house.password };
  await page.request.post("/api/sessions/current", { data: as });
  const { name, cameras } = await house.filmedStation("atlas");
  const opened = page.waitForResponse((reply) => reply.url().endsWith(`/api/stations/${name}/streams`));
  await page.goto(`/stations/${name}/streams`);
  const { turn } = await (await opened).json();
  const [expires] = turn.username.split(":");
  expect(Number(expires) * 1_000 - Date.now()).toBeLessThanOrEqual(600_000);
  await expectMoving(page, cameras[0]?.name ?? "");
  await page.getByRole("button", { name: "Stream Info" }).click();
  const info = page.getByRole("dialog").locator("dl > div");
  await expect(info.filter({ hasText: "Candidate pair" })).toContainText("relay → ");
  await context.close();
});
