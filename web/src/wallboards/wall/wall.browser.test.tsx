import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { getWall, LOST_AFTER_MS, NEW_NOT_READY_MS } from "@groundcrew/shared/wallboards";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { fakeClock } from "../../../test/clock.ts";
import { refuse, startFakeServer } from "../../../test/fake-server.ts";
import { sampleWall, serveWall } from "../../../test/fake-wallboards.ts";
import { render } from "../../../test/render.tsx";
import { Wall } from "./wall.tsx";

const TOKEN = "wall_a.secret";
const heading = (name: string | RegExp) => page.getByRole("heading", { name });
const now = page.getByText("3", { exact: true }).first();

beforeEach(() => page.viewport(1920, 1080));
afterEach(() => page.viewport(1440, 900));

function open(initial: Parameters<typeof serveWall>[1] = { pages: ["now"] }) {
  const clock = fakeClock();
  const server = startFakeServer();
  const shown = serveWall(server, initial);
  render(<Wall token={TOKEN} />);
  return { clock, server, shown };
}

// @spec R10.1
test("the token is sent as a header, and in no address", async () => {
  const { server } = open();
  await expect.element(heading("Operations room")).toBeVisible();
  const [request] = server.requestsTo(getWall);
  expect(request?.headers.get("authorization")).toBe(`Bearer ${TOKEN}`);
  expect(request?.path).not.toContain(TOKEN);
});

// @spec R10.7
test("Now has how many stations are ready, which are not, why and since when, the swaps and their success", async () => {
  open({ pages: ["now"], counts: { not_ready: 1, limited: 0, unknown: 5, maintenance: 2, ready: 15 } });
  await expect.element(page.getByText("of 23 stations")).toBeVisible();
  await expect.element(heading("6 stations are not ready, limited or unknown")).toBeVisible();
  await expect
    .element(page.getByRole("listitem").first())
    .toMatchTextContent(/Atlas 0044.*Boise, Depot 2.*Not ready.*Left gripper closed.*41 min/s);
  await expect.element(page.getByRole("listitem").nth(1)).toMatchTextContent(/Unknown.*Offline, was Ready.*3 d/s);
  await expect.element(page.getByText("+4 more")).toBeVisible();
  await expect.element(page.getByText("512")).toBeVisible();
  await expect.element(page.getByText("97.9%")).toBeVisible();
  await expect.element(page.getByText(/^likely 96\.\d to 98\.\d%$/)).toBeVisible();
});

// @spec R10.1
test("it has nothing to press, no links and no navigation", async () => {
  open({});
  await expect.element(heading("Operations room")).toBeVisible();
  expect(document.querySelectorAll("a, button, input, select, nav, [tabindex]")).toHaveLength(0);
});

// @spec R10.10
test("all texts have 20 px at least on a screen of 1920 × 1080", async () => {
  const { clock, shown } = open({ pages: ["now"] });
  for (const [name, content] of [
    ["now", page.getByText("Atlas 0012")],
    ["map", page.getByText("1 station without coordinates")],
    ["month", heading("October 2026")],
  ] as const) {
    shown.wall = { ...shown.wall, pages: [name] };
    await clock.pass(11 * SECOND_MS);
    await expect.element(content).toBeVisible();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const sizes: [string, number][] = [];
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const parent = node.parentElement;
      if (parent === null || parent.closest("style, script") || node.textContent?.trim() === "") continue;
      sizes.push([node.textContent ?? "", Number.parseFloat(getComputedStyle(parent).fontSize)]);
    }
    expect(sizes.length).toBeGreaterThan(10);
    expect(sizes.filter(([, size]) => size < 20)).toEqual([]);
  }
});

// @spec R10.8
test("the map shows all stations, those that are close together as one, and names what is not ready", async () => {
  open({ pages: ["map"] });
  const map = page.getByRole("main", { name: "Map of the stations" });
  await expect.element(map.getByText("Atlas 0044")).toBeVisible();
  await expect.element(map.getByText("2", { exact: true })).toBeVisible();
  await expect.element(map.getByText("1 station without coordinates")).toBeVisible();
  const inside = (element: Element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return left >= 0 && top >= 0 && right <= 1920 && bottom <= 1080;
  };
  const markers = [...map.element().querySelectorAll(":scope > span")];
  expect(markers.length).toBe(3);
  expect(markers.every(inside)).toBe(true);
});

// @spec R10.8
test("Month has the availability of a month and the stations with the least", async () => {
  open({ pages: ["month"] });
  await expect.element(heading("October 2026")).toBeVisible();
  await expect.element(page.getByText("98.41%")).toBeVisible();
  // Also those that were not recorded.
  const bars = page.getByRole("figure", { name: /^Readiness by day/ }).element().children;
  expect([...bars].map(({ childElementCount }) => childElementCount)).toEqual([3, ...Array<number>(30).fill(0)]);
  await expect.element(page.getByRole("listitem").first()).toMatchTextContent(/Atlas 0044.*91\.23%/s);
});

describe("turning", () => {
  // @spec R10.9
  test("pages turn after their time", async () => {
    const { clock } = open({ turn_s: 10 });
    await expect.element(heading("Operations room")).toBeVisible();
    const seen = new Set<string>();
    // Which page is shown depends on the time of day. Looking more often than they turn misses none on a busy machine.
    for (let nth = 0; nth < 12; nth++) {
      const main = page.getByRole("main").element();
      seen.add(main.getAttribute("aria-label") ?? main.querySelector("h2")?.textContent ?? "");
      await clock.pass(3 * SECOND_MS);
    }
    expect(seen).toEqual(new Set(["Ready", "Map of the stations", "October 2026"]));
  });

  // @spec R10.9
  test("a station that becomes not ready shows Now for 30 s", async () => {
    const { clock, shown } = open({ pages: ["month"] });
    await expect.element(heading("October 2026")).toBeVisible();
    shown.wall = sampleWall({ pages: ["month"], newest_not_ready: new Date().toISOString() });
    await clock.pass(11 * SECOND_MS);
    await expect.element(heading(/^Ready$/)).toBeVisible();
    await clock.pass(NEW_NOT_READY_MS);
    await expect.element(heading("October 2026")).toBeVisible();
    shown.wall = sampleWall({ pages: ["month"], newest_not_ready: "2026-11-01T00:00:00.000Z" });
    await clock.pass(11 * SECOND_MS);
    await expect.element(heading("October 2026")).toBeVisible();
  });
});

describe("without data", () => {
  const banner = page.getByRole("alert");

  // @spec R10.11
  test("for more than two minutes, it is grey and says since when, and is live again with the next reply", async () => {
    const { clock, server } = open();
    await expect.element(now).toBeVisible();
    const color = () => getComputedStyle(document.querySelector("main p b") ?? document.body).color;
    const live = color();
    server.setFault("database");
    await clock.pass(LOST_AFTER_MS - 15 * SECOND_MS);
    await expect.element(banner).not.toBeInTheDocument();
    await clock.pass(30 * SECOND_MS);
    await expect
      .element(banner)
      .toMatchTextContent(/^No data since \d\d:\d\d:\d\d\s*What you see is from then\. Trying again\.$/);
    await expect.element(page.getByText("Reconnecting")).toBeVisible();
    await expect.element(page.getByText("Live", { exact: true })).not.toBeInTheDocument();
    expect(color()).not.toBe(live);
    expect(getComputedStyle(document.querySelector("main p b") ?? document.body).textDecorationStyle).toBe("dashed");
    server.setFault(null);
    await clock.pass(11 * SECOND_MS);
    await expect.element(banner).not.toBeInTheDocument();
    expect(color()).toBe(live);
  });

  test("at the start it says that it tries again, and shows the stations once it can", async () => {
    const clock = fakeClock();
    const server = startFakeServer();
    serveWall(server);
    server.setFault("database");
    render(<Wall token={TOKEN} />);
    await expect.element(page.getByText(/Unable to contact the server\. Trying again/)).toBeVisible();
    server.setFault(null);
    await clock.pass(11 * SECOND_MS);
    await expect.element(heading("Operations room")).toBeVisible();
  });
});

test.each([
  [{ maintenance: 0, ready: 0 }, "No stations to show"],
  [{ maintenance: 0, ready: 2 }, "Every station is ready"],
  [{ maintenance: 1, ready: 2 }, "Every other station is ready"],
  [{ maintenance: 1, ready: 0 }, "Every station is in maintenance"],
])("with %j, the list says %s", async (counts, text) => {
  open({ pages: ["now"], counts: { not_ready: 0, limited: 0, unknown: 0, ...counts }, rows: [] });
  await expect.element(page.getByText(text)).toBeVisible();
});

test("a station that was not evaluated is drawn by whether it is online, and one in maintenance as such", async () => {
  const point = { lat: 43.6, lng: -116.2, label: null };
  const points = [
    { ...point, key: 1, state: null, is_online: true },
    { ...point, key: 2, lat: 33.7, lng: -84.4, state: null, is_online: false },
    { ...point, key: 3, lat: 25.7, lng: -80.2, state: "maintenance" as const, is_online: true },
  ];
  open({ pages: ["map"], map: { points, unlocated: 0 } });
  const map = page.getByRole("main", { name: "Map of the stations" });
  await expect.element(map).toBeVisible();
  await expect.poll(() => map.element().querySelectorAll(":scope > span").length).toBe(3);
  const looks = [...map.element().querySelectorAll(":scope > span")].map(({ className }) => className);
  for (const look of ["online", "offline", "maintenance"]) {
    expect(looks.filter((name) => name.includes(`_${look}_`) || name.split(/[ _]/).includes(look))).toHaveLength(1);
  }
});

describe("its end", () => {
  // @spec R10.13
  test.each([
    [90 * DAY_MS, /^Ends \w{3} \d+, \d{4}$/],
    [5 * DAY_MS - MINUTE_MS, /^Ends in 5 days$/],
    [HOUR_MS, /^Ends in 1 day$/],
  ])("in %d ms says %s", async (ms, text) => {
    open({ pages: ["now"], ends: new Date(Date.now() + ms).toISOString() });
    await expect.element(page.getByText(text)).toBeVisible();
  });

  // @spec R10.13
  test("shows a sentence alone, and the stations again once it is renewed", async () => {
    const { clock, server, shown } = open();
    await expect.element(heading("Operations room")).toBeVisible();
    server.on(getWall, refuse(403, "This wallboard has ended. A manager can renew it."));
    await clock.pass(11 * SECOND_MS);
    await expect.element(page.getByText("This wallboard has ended. A manager can renew it.")).toBeVisible();
    await expect.element(page.getByText("Atlas 0044")).not.toBeInTheDocument();
    server.on(getWall, async () => ({ status: 200 as const, body: shown.wall }));
    await clock.pass(MINUTE_MS + SECOND_MS);
    await expect.element(heading("Operations room")).toBeVisible();
  });
});

// @spec R10.2
test("the theme is that of the wallboard, whatever the system's is", async () => {
  const { clock, shown } = open({ pages: ["now"], theme: "light" });
  const scheme = () => document.documentElement.getAttribute("data-color-scheme");
  await expect.poll(scheme).toBe("light");
  shown.wall = { ...shown.wall, theme: "dark" };
  await clock.pass(11 * SECOND_MS);
  await expect.poll(scheme).toBe("dark");
});

// @spec R10.10
test("the page moves by 4 px each hour, and nothing else moves", async () => {
  const { clock } = open();
  await expect.element(heading("Operations room")).toBeVisible();
  const place = () =>
    new DOMMatrix(
      getComputedStyle(heading("Operations room").element().closest("header")?.parentElement ?? document.body)
        .transform,
    );
  const before = place();
  clock.sleep(HOUR_MS - 20 * SECOND_MS);
  await clock.pass(20 * SECOND_MS);
  const after = place();
  expect(Math.abs(after.e - before.e) + Math.abs(after.f - before.f)).toBe(4);
  const animated = [...document.querySelectorAll("*")].filter((element) => {
    const { animationName, transitionDuration } = getComputedStyle(element);
    return animationName !== "none" || !/^0s(, 0s)*$/.test(transitionDuration);
  });
  expect(animated).toEqual([]);
});
