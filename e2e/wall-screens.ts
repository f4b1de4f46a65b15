import { wallPage, type NewWallboard, type WallPage } from "@groundcrew/shared/wallboards";
import type { Page } from "@playwright/test";
import type { Screen } from "./screen.ts";
import { ADMIN } from "./station-steps.ts";

/** Screenshots of wallboards and of their pages, on screens as wide as televisions are. */
export const wallScreens: Screen[] = [
  ...wallPage.options.map((shown) => ({
    name: `wallboard-${shown}`,
    path: "/manage/wallboards",
    user: ADMIN,
    height: 810,
    open: async (page: Page) => {
      if (shown === "month") await untilRolledUp(page);
      const token = await createWallboard(page, names[shown], [shown]);
      await page.goto(`/wall#${token}`);
      await page.getByRole("heading", { name: names[shown] }).waitFor();
    },
  })),
  { name: "wallboards", path: "/manage/wallboards", user: ADMIN, open: openWallboards },
];

const names: Readonly<Record<WallPage, string>> = { now: "Operations room", map: "Reception", month: "Board room" };

/** Adds a wallboard; returns its token. */
async function createWallboard(page: Page, name: string, pages: WallPage[]): Promise<string> {
  const data: NewWallboard = { name, pages, view: null, turn_s: 30, theme: "dark", days: 90 };
  const reply = await page.request.post("/api/wallboards", { data });
  const { token }: { token: string } = await reply.json();
  return token;
}

/** Waits for all days of the month, which are rolled up after the start. */
async function untilRolledUp(page: Page) {
  await page.waitForFunction(
    async () => {
      const { days, to } = await (await fetch("/api/availability")).json();
      return days.at(-1)?.day === to;
    },
    null,
    { polling: 1_000, timeout: 120_000 },
  );
}

async function openWallboards(page: Page) {
  await createWallboard(page, "Control center", ["now", "map", "month"]);
  await page.reload();
  await page.getByRole("table").waitFor();
}
