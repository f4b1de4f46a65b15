import { expectAccessibleInEachLayout } from "./axe.ts";
import { followTo, routesOf, unknownLinks, watchRequests } from "./every-page.ts";
import { hasSafeFiles, loadedFor, showsHostile, unsafeParts, watchHostile } from "./hostile-system.ts";
import { ADMIN } from "./station-steps.ts";
import { expect, test } from "./test.ts";
import { everyPage } from "../web/test/every-page.ts";

/** The stations of the system with hostile texts are not connected. */
const OFFLINE = /^POST \/api\/stations\/.*\/streams returned 503$/;
const NO_EXAMPLES = { station: "", alerts: [] };
/** Pages that offer CSV files, beside those of a station. */
const WITH_FILES = new Set([
  "/",
  "/?stations-view=map",
  "/attention/deliveries",
  "/ssot",
  "/ssot/hw-variation",
  "/ssot/replaceables",
  "/ssot/swaps",
  "/stats/swap-success",
  "/stats/availability",
  "/manage/audit",
  "/manage/sites",
  "/supportlog/triage/groups",
  "/supportlog/triage/groups?tg-tab=archived",
]);
const PUBLIC = new Set(["/login", "/forgot", "/set-password/$"]);
/** Those that need a login are visited in several tests, so that none takes long. */
const PARTS = 6;
const WALKS = [
  { named: "without a login", isPublic: true, part: 0, parts: 1 },
  ...Array.from({ length: PARTS }, (_, part) => ({
    named: `with a login, part ${part + 1} of ${PARTS},`,
    isPublic: false,
    part,
    parts: PARTS,
  })),
];

test.use({ baseURL: async ({ hostile }, use) => use(hostile.url) });

test("each route of the console has its pages in this walk", async ({ page }) => {
  await page.goto("/login");
  expect((await routesOf(page)).toSorted()).toEqual(Object.keys(everyPage(NO_EXAMPLES)).toSorted());
});

// The browser's problems are watched in every test.
for (const { named, isPublic, part, parts } of WALKS) {
  test(`the pages ${named} log nothing to the console, display hostile texts as text and write no formula, and are accessible`, async ({
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
    const all = Object.entries(pages).flatMap(([route, paths]) => (PUBLIC.has(route) === isPublic ? paths : []));
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
    const ofStation = ["/ssot", "?readiness=history"].map((path) => `/stations/${hostile.station}${path}`);
    const offering = new Set([...WITH_FILES, ...ofStation]);
    expect(withFiles).toEqual(visited.filter((path) => offering.has(path)));
    expect(loadedFor(requests)).toEqual([]);
  });
}

// Those among the rows with hostile texts have one page each.
test("the pages of a wallboard display hostile texts as text, log nothing, and are accessible", async ({ page }) => {
  const requests = await watchHostile(page);
  for (const token of ["wall_nnnnnnnnnn", "wall_aaaaaaaaaa", "wall_mmmmmmmmmm"]) {
    await test.step(token, async () => {
      // Another hash alone would not load the page again.
      await page.goto("about:blank");
      await page.goto(`/wall#${token}.${"A".repeat(43)}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect(await unsafeParts(page)).toEqual([]);
      expect(await showsHostile(page)).toBe(true);
      await expectAccessibleInEachLayout(page);
    });
  }
  expect(loadedFor(requests)).toEqual([]);
});

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
