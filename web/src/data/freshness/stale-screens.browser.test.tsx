import { summarizeAlerts } from "@groundcrew/shared/alerts";
import { ANSWER_MS } from "@groundcrew/shared/contract";
import { HOUR_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { describe, expect, test } from "vitest";
import type { Locator } from "vitest/browser";
import { sampleAlert, sampleRule } from "../../../../shared/test/sample-alert.ts";
import { sampleGroup } from "../../../../shared/test/sample-group.ts";
import { fakeClock } from "../../../test/clock.ts";
import { everyPage } from "../../../test/every-page.ts";
import { serveAlerts, serveRules } from "../../../test/fake-alerts.ts";
import { serveAudit } from "../../../test/fake-audit.ts";
import { sampleChannel, serveChannels } from "../../../test/fake-channels.ts";
import { startFakeConsole } from "../../../test/fake-console.ts";
import { serveGroups } from "../../../test/fake-groups.ts";
import { sampleDelivery, serveDeliveries, serveMine } from "../../../test/fake-notifications.ts";
import { DATABASE_UNAVAILABLE } from "../../../test/fake-server.ts";
import { textColors, dialog, elementsIn } from "../../../test/find.ts";
import { openConsole } from "../../../test/open-console.tsx";
import { pages, screens, type Screen } from "../../../test/screens.ts";

const SILENCE_MS = 90_000;

/** A server that has something to show on each page. */
function startServer() {
  const server = startFakeConsole();
  serveAlerts(server, [sampleAlert({ id: 1 }), sampleAlert({ id: 2, ended: new Date().toISOString() })]);
  serveRules(server, [sampleRule()]);
  serveChannels(server, [sampleChannel()]);
  serveDeliveries(server, [sampleDelivery()]);
  serveMine(server);
  serveGroups(server, [sampleGroup({ id: 1 }), sampleGroup({ id: 2, state: "archived" })]);
  serveAudit(server);
  return server;
}

test("each page of the console is among the screens below, or there is a reason why nothing on it ages", () => {
  startFakeConsole();
  const { router } = openConsole("/login");
  const known = everyPage({ station: "gc-000000000001", alerts: [1] });
  expect(Object.keys(router.routesByPath).toSorted()).toEqual(Object.keys(known).toSorted());
  expect(Object.keys(pages).toSorted()).toEqual(Object.values(known).flat().toSorted());
});

const bannerOf = (region: Locator) => region.getByRole("alert").filter({ hasText: "Showing" }).first();

/** The color of stale values. */
function greyColor(): string {
  const probe = document.createElement("span");
  probe.style.color = "var(--gc-text-3)";
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

type ShownScreen = { region: Locator; screen: Screen };

async function expectLive({ region, screen }: ShownScreen): Promise<void> {
  await expect.element(bannerOf(region)).not.toBeInTheDocument();
  if (screen.live) await expect.element(screen.live(region).first()).toBeVisible();
  if (screen.stale) expect(screen.stale(region).elements()).toEqual([]);
  const { grey } = screen;
  if (grey) await expect.poll(() => textColors(elementsIn(region, grey))).not.toContain(greyColor());
  if (screen.images) await expect.element(screen.images(region).first()).toHaveStyle({ filter: "none" });
}

/** Asserts that no reading of the station looks live. */
async function expectNothingLive({ region, screen }: ShownScreen): Promise<void> {
  if (screen.live) await expect.poll(() => screen.live?.(region).elements()).toEqual([]);
}

/** Asserts that the page or dialog marks its contents as stale, with the reason and the time of the last update. */
async function expectStale(shown: ShownScreen, reason: string): Promise<void> {
  const { region, screen } = shown;
  const sentence = new RegExp(`${reason}.*Showing .* as of [\\d: -]*\\d\\d:\\d\\d:\\d\\d`, "s");
  await expect.element(bannerOf(region)).toMatchTextContent(sentence);
  await expectNothingLive(shown);
  const { grey } = screen;
  if (grey) await expect.poll(() => textColors(elementsIn(region, grey))).toEqual([greyColor()]);
  if (screen.images) await expect.element(screen.images(region).first()).toHaveStyle({ filter: "grayscale(1)" });
  if (screen.stale) await expect.element(screen.stale(region).first()).toBeVisible();
}

describe("what is shown says that it is stale, since when and why, and is live again with the next response", () => {
  test.each(screens)("%s, whatever is unavailable", async (_, screen) => {
    const clock = fakeClock();
    const server = startServer();
    const { main, client } = openConsole(screen.path);
    const requestAgain = () =>
      void client.refetchQueries({
        type: "active",
        predicate: ({ meta }) => meta?.topics !== undefined || meta?.listed !== undefined,
      });
    await screen.go?.();
    const shown: ShownScreen = { region: screen.isDialog ? dialog() : main, screen };
    await expect.element(screen.ready(shown.region)).toBeVisible();
    await expectLive(shown);
    // It is loaded after the page, and how long it has not been answered decides about what the list says.
    await expect.poll(() => server.requestsTo(summarizeAlerts).length).toBeGreaterThan(0);
    await expect.poll(server.pending).toBe(0);

    server.setFault("server");
    requestAgain();
    await clock.pass(ANSWER_MS);
    await expectStale(shown, "Unable to contact the server");

    server.setFault("database");
    requestAgain();
    await expect.element(bannerOf(shown.region)).toMatchTextContent(DATABASE_UNAVAILABLE);
    await expectStale(shown, DATABASE_UNAVAILABLE);

    if (screen.live) {
      server.setFault(null);
      server.setSilence(SILENCE_MS);
      requestAgain();
      await expect.element(bannerOf(shown.region)).not.toBeInTheDocument();
      await expectNothingLive(shown);
      server.setSilence(0);
    }

    server.setFault(null);
    requestAgain();
    await expectLive(shown);

    if (screen.live) {
      server.setFault("server");
      clock.sleep(HOUR_MS);
      await clock.pass(SECOND_MS);
      await expectNothingLive(shown);
    }
    expect(server.problems).toEqual([]);
  });
});
