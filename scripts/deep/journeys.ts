import { deepTest, type DeepTest } from "./deep-test.ts";

const journeys = (
  given: Pick<DeepTest, "what" | "protects"> & { rows?: readonly string[]; names: readonly string[] },
) => {
  const { names, ...rest } = given;
  return deepTest({ ...rest, runner: "playwright", files: names.map((name) => `e2e/deep/${name}.spec.ts`) });
};

/** Journeys through the whole product in a browser that take long, or stop what others need. */
export const JOURNEYS: Readonly<Record<string, DeepTest>> = {
  "outages-in-browser": journeys({
    what: "a server and a database that are paused, a server that is killed, and a proxy, while pages are open",
    rows: ["R20", "F3", "F4", "F17"],
    names: ["pauses", "live-outages", "eight-tabs", "unsaved"],
    protects: [
      "web/src/data/live",
      "web/src/data/freshness",
      "web/src/data/fleet",
      "web/src/lib",
      "server/src/live",
      "server/src/sessions",
    ],
  }),
  accessibility: journeys({
    what: "the rules of axe on every page and every dialog at three widths, in menus and messages, in light and dark, and what is printed",
    names: [
      "every-page-axe",
      "accessibility",
      "cameras-axe",
      "dialogs-axe",
      "manage-accessibility",
      "ssot-axe",
      "support-log-axe",
      "printing",
      "printed-report",
    ],
    protects: ["web/src"],
  }),
  "hostile-texts": journeys({
    what: "hostile texts of stations and people on every page, in every dialog and CSV file",
    rows: ["S12"],
    names: ["hostile"],
    protects: ["web/src", "shared/src/lib"],
  }),
  "new-builds": journeys({
    what: "pages that are open while the server is updated, and code that cannot be loaded",
    names: ["update", "lazy-loading"],
    protects: ["web/src/update", "web/src/lib", "server/src/platform/http"],
  }),
  "push-and-video": journeys({
    what: "notifications of an installed console, and live video, also through coturn",
    names: ["push", "streams", "streams-relay"],
    protects: [
      "web/service-worker",
      "web/src/notifications/mine",
      "web/src/streams",
      "server/src/streams",
      "server/src/platform/relay",
    ],
  }),
};
