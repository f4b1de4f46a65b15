import { everyPage } from "../../web/test/every-page.ts";
import { expectAccessibleAtEachWidth } from "../axe.ts";
import { followTo, watchRequests } from "../every-page.ts";
import { expectMapIdle } from "../map-steps.ts";
import { ADMIN } from "../station-steps.ts";
import { expect, test } from "../test.ts";

const MAP_PATH = "/?stations-view=map";
const PUBLIC = new Set(["/login", "/forgot", "/set-password/$"]);

test.use({ baseURL: async ({ hostile }, use) => use(hostile.url) });

// `npm test` compares the table of pages with the routes, and looks at the pages in two layouts.
for (const isPublic of [true, false]) {
  test(`the pages ${isPublic ? "without" : "with"} a login are accessible at three widths, in light and dark`, async ({
    hostile,
    page,
    problems,
  }) => {
    test.setTimeout(1_200_000);
    problems.allow(/^POST \/api\/stations\/.*\/streams returned 503$/);
    const idle = watchRequests(page);
    if (!isPublic) await hostile.logIn(page.context(), ADMIN);
    const pages = Object.entries(everyPage(hostile)).flatMap(([route, paths]) =>
      PUBLIC.has(route) === isPublic ? paths : [],
    );
    expect(pages.length).toBeGreaterThan(isPublic ? 2 : 30);
    for (const [nth, path] of pages.entries()) {
      await (nth === 0 ? page.goto(path) : followTo(page, path));
      await expect(page.getByRole("main")).toBeVisible();
      await idle();
      await expectAccessibleAtEachWidth(page);
      if (path === MAP_PATH) await expectMapIdle(page);
    }
  });
}
