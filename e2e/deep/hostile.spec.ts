import { TEXTS } from "../../server/test/hostile-texts.ts";
import { watchRequests } from "../every-page.ts";
import { hasSafeFiles, loadedFor, unsafeParts, watchHostile } from "../hostile-system.ts";
import { ADMIN } from "../station-steps.ts";
import { expect, test } from "../test.ts";

test.use({ baseURL: async ({ hostile }, use) => use(hostile.url) });

test("hostile texts in opened rows and dialogs are displayed as text: they run no script, make no unsafe link, load nothing, and no CSV file has a formula", async ({
  hostile,
  page,
}) => {
  const requests = await watchHostile(page);
  const idle = watchRequests(page);
  await hostile.logIn(page.context(), ADMIN);
  const withFiles: string[] = [];
  for (const { path, opener, count } of detailsOf(hostile.station)) {
    await page.goto(path);
    const openers = page.getByRole("button", { name: opener });
    for (let nth = 0; nth < count; nth += 1) {
      await openers.nth(nth).click();
      await idle();
      expect(await unsafeParts(page), path).toEqual([]);
    }
    if (await hasSafeFiles(page.getByRole("dialog"))) withFiles.push(path);
  }
  expect(withFiles).toEqual([`/stations/${hostile.station}`]);
  expect(loadedFor(requests)).toEqual([]);
});

/** Buttons that show what the page itself does not: `count` of them are pressed. */
function detailsOf(station: string): { path: string; opener: RegExp; count: number }[] {
  return [
    { path: "/?stations-type=&stations-f-actual=0", opener: /^Details of/, count: 3 },
    { path: "/manage/audit?au-q=hostile", opener: /^Show what changed/, count: TEXTS.length },
    { path: "/attention/deliveries", opener: /^Show the message/, count: 1 },
    { path: `/stations/${station}`, opener: /error log$/, count: 1 },
  ];
}
