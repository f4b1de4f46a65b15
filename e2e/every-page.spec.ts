import { expectAccessibleInEachLayout } from "./axe.ts";
import { followTo, routesOf, unknownLinks, watchRequests } from "./every-page.ts";
import { hasSafeFiles, loadedFor, showsHostile, unsafeParts, watchHostile } from "./hostile-system.ts";
import { ADMIN } from "./station-steps.ts";
import { expect, test } from "./test.ts";
import { everyPage } from "../web/test/every-page.ts";

/** The stations of the system with hostile texts are not connected. */
const OFFLINE = /^POST \/api\/stations\/.*\/streams returned 503$/;
const NO_EXAMPLES = { station: "", alerts: [] };
const ROUTES = Object.entries(everyPage(NO_EXAMPLES)).flatMap(([route, pages]) => (pages.length === 0 ? [] : [route]));
/** Pages that offer CSV files, in the order in which they are visited. */
const WITH_FILES: Record<string, string[]> = {
  "/attention/$": ["/attention/deliveries"],
  "/ssot/$": ["/ssot/", "/ssot/hw-variation", "/ssot/replaceables", "/ssot/swaps"],
  "/manage/$": ["/manage/audit"],
  "/supportlog/$": ["/supportlog/triage/groups", "/supportlog/triage/groups?tg-tab=archived"],
};
const STATION_ROUTE = "/stations/$name/$";
const PUBLIC = new Set(["/login", "/forgot", "/set-password/$"]);
/** Routes with many pages, which are visited in several tests. */
const PARTS: Record<string, number> = { [STATION_ROUTE]: 4, "/attention/$": 3, "/manage/$": 2, "/supportlog/$": 2 };

const walks = ROUTES.flatMap((route) => {
  const parts = PARTS[route] ?? 1;
  return Array.from({ length: parts }, (_, part) => ({ route, part, parts }));
});

test.use({ baseURL: async ({ hostile }, use) => use(hostile.url) });

test("each route of the console has its pages in this walk", async ({ page }) => {
  await page.goto("/login");
  expect((await routesOf(page)).toSorted()).toEqual(Object.keys(everyPage(NO_EXAMPLES)).toSorted());
});

// The browser's problems are watched in every test.
for (const { route, part, parts } of walks) {
  const isPublic = PUBLIC.has(route);
  const named = parts === 1 ? route : `${route}, part ${part + 1} of ${parts},`;
  test(`the pages of ${named} log nothing to the console, display hostile texts as text and write no formula, and are accessible`, async ({
    hostile,
    page,
    problems,
  }) => {
    problems.allow(OFFLINE);
    const pages = everyPage(hostile);
    const requests = await watchHostile(page);
    const idle = watchRequests(page);
    if (!isPublic) await hostile.logIn(page.context(), ADMIN);
    const notSeen: string[] = [];
    const withFiles: string[] = [];
    const all = pages[route] ?? [];
    const visited = all.filter((_, nth) => Math.floor((nth * parts) / all.length) === part);
    for (const [nth, path] of visited.entries()) {
      await (nth === 0 ? page.goto(path) : followTo(page, path));
      await expect(page.getByRole("main")).toBeVisible();
      await idle();
      expect(await unsafeParts(page), path).toEqual([]);
      expect(
        await unknownLinks(page, Object.values(pages).flat()),
        `links of ${path} to pages that are missing here`,
      ).toEqual([]);
      if (!(await showsHostile(page))) notSeen.push(path);
      if (await hasSafeFiles(page.locator("body"))) withFiles.push(path);
      await expectAccessibleInEachLayout(page);
    }
    expect(notSeen).toEqual(isPublic ? visited : []);
    const offered = route === STATION_ROUTE ? [`/stations/${hostile.station}/ssot`] : (WITH_FILES[route] ?? []);
    expect(withFiles).toEqual(offered.filter((path) => visited.includes(path)));
    expect(loadedFor(requests)).toEqual([]);
  });
}

test("the documentation of the API and the icon log nothing to the console", async ({ page }) => {
  const idle = watchRequests(page);
  for (const path of ["/api/docs", "/favicon.ico"]) {
    await page.goto(path);
    await idle();
  }
});

test("what the security policy blocks is reported, and admins see it", async ({ hostile, page, context, problems }) => {
  problems.allow(/^(console: .+'|security policy: \/forgot: img-src blocked )https:\/\/elsewhere\.example\//);
  await hostile.logIn(context, ADMIN);
  const other = await context.newPage();
  await other.goto("/forgot");
  const reported = other.waitForRequest("**/api/security/violations");
  await other.evaluate(() => {
    const image = document.createElement("img");
    image.src = "https://elsewhere.example/image.png?secret";
    document.body.append(image);
  });
  const response = await (await reported).response();
  expect(response?.status()).toBe(204);
  await page.goto("/manage/security");
  const row = page.getByRole("region", { name: "Blocked Content" }).getByRole("row").nth(1);
  await expect(row).toContainText("img-src");
  await expect(row).toContainText("https://elsewhere.example/image.png");
  await expect(row).toContainText("on /forgot");
  await expect(row).not.toContainText("secret");
});
