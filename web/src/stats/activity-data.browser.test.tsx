import { listStationErrors } from "@groundcrew/shared/station-errors";
import { getStationHistory, type HistoryPoint } from "@groundcrew/shared/stats";
import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { sampleError } from "../../../shared/test/sample-error.ts";
import { refuse, type FakeServer } from "../../test/fake-server.ts";
import { activityData, openStation, pressChart, serveHistory } from "../../test/fake-station-page.ts";
import { dialog } from "../../test/find.ts";

const slider = activityData().getByRole("slider");
const range = (name: string) => activityData().getByRole("button", { name });

/** Three points until now, the second of which is in the middle and has a new error. */
function threePoints(): [HistoryPoint, HistoryPoint, HistoryPoint] {
  const nowS = Math.floor(Date.now() / 60_000) * 60;
  const state = { door: "closed", pad: "occupied", online: true } as const;
  return [
    { time: nowS - 100 * 60, swaps_performed: 118, error_count: 4, ...state },
    { time: nowS - 50 * 60, swaps_performed: 119, error_count: 5, ...state },
    { time: nowS - 1 * 60, swaps_performed: 120, error_count: 5, ...state },
  ];
}

/** Serves one error of a minute, and returns the minutes that were requested. */
function serveMinute(server: FakeServer, error_message: string): (string | undefined)[] {
  const minutes: (string | undefined)[] = [];
  server.on(listStationErrors, async ({ query }) => {
    minutes.push(query.filter_minute);
    return { status: 200 as const, body: [sampleError({ error_message })] };
  });
  return minutes;
}

describe("the Activity Data", () => {
  // @spec 71.3, 73.1, 103.4
  test("shows the history over Lifetime, Shipment, Month, Week and Day with its totals", async () => {
    const { server } = openStation("");
    const queries = serveHistory(server, threePoints());
    await expect.element(range("Shipment")).toHaveAttribute("aria-pressed", "true");
    await expect.poll(() => queries.at(-1)?.filter_after).toBe("2025-01-10T00:00:00.000Z");
    await expect.element(activityData()).toMatchTextContent("Swaps 117 · Errors 4 in this range");
    for (const [name, days] of Object.entries({ Month: 30, Week: 7, Day: 1 })) {
      await range(name).click();
      await expect.element(range(name)).toHaveAttribute("aria-pressed", "true");
      await expect.poll(() => daysSince(queries.at(-1)?.filter_after)).toBe(days);
    }
    await range("Lifetime").click();
    await expect.poll(() => queries.at(-1)).toEqual({ include_online: true });
    await expect.element(slider).toHaveAccessibleName(/^Activity Data\. From .*: 120 swaps and 5 errors\.$/);
    await expect.element(activityData()).toMatchTextContent("Swaps 120 · Errors 5 in this range");
    expect(queries.every(({ include_online }) => include_online)).toBe(true);
  });

  // @spec 72.1
  test("has a legend that calls the door of an atlas station its roof", async () => {
    openStation("");
    await expect
      .poll(() =>
        activityData()
          .getByRole("term")
          .elements()
          .map(({ textContent }) => textContent),
      )
      .toEqual(["Time:", "Swaps:", "Errors:", "Roof:", "Pad:", "Online:"]);
  });

  test("names the axes of its chart", async () => {
    const drawn = vi.spyOn(CanvasRenderingContext2D.prototype, "fillText");
    openStation("");
    await expect
      .poll(() => drawn.mock.calls.map(([text]) => text))
      .toEqual(expect.arrayContaining(["Swaps", "Errors"]));
  });

  // @spec 74.1
  test("opens the errors of the minute of the point that is clicked", async () => {
    const { server } = openStation("");
    const points = threePoints();
    serveHistory(server, points);
    const minutes = serveMinute(server, "Belt slipped");
    await range("Lifetime").click();
    await expect.element(activityData()).toMatchTextContent("Swaps 120 · Errors 5 in this range");
    await pressChart(activityData());
    await expect.element(dialog()).toHaveAccessibleName("Atlas 0001 Errors");
    await expect.element(dialog().getByRole("listitem")).toMatchTextContent("Belt slipped");
    expect(minutes).toEqual([new Date(points[1].time * 1_000).toISOString()]);
  });

  // @spec 72.1, 74.1
  test("opens the errors of a minute by keyboard too, each with a logged time", async () => {
    const { server } = openStation("");
    const points = threePoints();
    serveHistory(server, points);
    const minutes = serveMinute(server, "Belt slipped");
    await slider.fill("1");
    const text = /: Swaps 119, Errors 5, Roof closed, Pad occupied, Online yes$/;
    await expect.element(slider).toHaveAttribute("aria-valuetext", expect.stringMatching(text));
    await userEvent.keyboard("{Enter}");
    await expect.element(dialog().getByRole("listitem")).toMatchTextContent(/Belt slipped.*Logged 2026-05-01 /);
    expect(minutes).toEqual([new Date(points[1].time * 1_000).toISOString()]);
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    await expect.element(slider).toHaveFocus();
  });

  test("opens the newest minute of the history at the end of the chart, which is now", async () => {
    const { server } = openStation("");
    const points = threePoints();
    serveHistory(server, points);
    const minutes = serveMinute(server, "Belt slipped");
    await slider.fill("3");
    await expect.element(slider).toHaveValue("3");
    await userEvent.keyboard("{Enter}");
    await expect.element(dialog().getByRole("listitem")).toMatchTextContent("Belt slipped");
    expect(minutes).toEqual([new Date(points[2].time * 1_000).toISOString()]);
  });

  test("N and P move to the next and previous minute with a new error", async () => {
    const { server } = openStation("");
    serveHistory(server, threePoints());
    await slider.fill("0");
    await userEvent.keyboard("n");
    await expect.element(slider).toHaveValue("1");
    await slider.fill("2");
    await userEvent.keyboard("p");
    await expect.element(slider).toHaveValue("1");
  });

  test("says 'No activity history tracked' where there is none", async () => {
    const { server } = openStation("");
    serveHistory(server, []);
    await expect.element(activityData().getByText("No activity history tracked")).toBeVisible();
  });

  // @spec 303.3
  test("says why its history could not be loaded, and loads it on request", async () => {
    const { server } = openStation("");
    server.on(getStationHistory, refuse(500, "The history is locked."));
    await expect.element(activityData().getByRole("alert")).toMatchTextContent("The history is locked.");
    serveHistory(server, threePoints());
    await activityData().getByRole("button", { name: "Reload" }).click();
    await expect.element(slider).toBeInTheDocument();
  });
});

function daysSince(time: string | undefined): number {
  return Math.round((Date.now() - Date.parse(time ?? "")) / 86_400_000);
}
