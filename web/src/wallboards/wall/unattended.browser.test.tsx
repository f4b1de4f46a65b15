import { BUILD_HEADER } from "@groundcrew/shared/contract";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { getWall } from "@groundcrew/shared/wallboards";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { fakeClock } from "../../../test/clock.ts";
import { refuse, startFakeServer, type FakeServer } from "../../../test/fake-server.ts";
import { sampleWall, serveWall } from "../../../test/fake-wallboards.ts";
import { render } from "../../../test/render.tsx";
import { showWall } from "./show-wall.tsx";
import { Wall } from "./wall.tsx";

const heading = (name: string) => page.getByRole("heading", { name });

function open() {
  const clock = fakeClock();
  const server = startFakeServer();
  serveWall(server, { pages: ["now"] });
  render(<Wall token="wall_a.secret" />);
  return { clock, server };
}

describe("being loaded again", () => {
  /** How often the page has asked whether the server serves it, which the fake one does not: it would be loaded again. */
  const probesOf = ({ problems }: FakeServer) => problems.filter((problem) => problem.startsWith("HEAD ")).length;

  /** Has the page be of this build. */
  function setBuild(id: string) {
    const meta = document.createElement("meta");
    meta.name = "build";
    meta.content = id;
    document.head.append(meta);
    onTestFinished(() => meta.remove());
  }

  // @spec R10.12
  test.each([
    ["cannot be read", 200],
    ["says that the wallboard has ended", 403],
    ["says that the link is not valid", 401],
  ])("a page of an older build is, also when the reply %s, once the server serves it", async (_, status) => {
    const { clock, server } = open();
    setBuild("old");
    await expect.element(heading("Operations room")).toBeVisible();
    server.onRaw(getWall, async () => Response.json({}, { status, headers: { [BUILD_HEADER]: "new" } }));
    await clock.pass(2 * MINUTE_MS);
    expect(probesOf(server)).toBeGreaterThan(0);
    const count = probesOf(server);
    await clock.pass(MINUTE_MS);
    expect(probesOf(server)).toBeGreaterThan(count);
  });

  test("a page is not while the server has a fault, and keeps what it shows", async () => {
    const { clock, server } = open();
    setBuild("old");
    await expect.element(heading("Operations room")).toBeVisible();
    server.onRaw(getWall, async () => Response.json({}, { status: 503, headers: { [BUILD_HEADER]: "new" } }));
    await clock.pass(3 * MINUTE_MS);
    expect(probesOf(server)).toBe(0);
    await expect.element(heading("Operations room")).toBeVisible();
  });

  test("a page that cannot be shown is", async () => {
    const { clock, server, element } = openPage();
    serveWall(server);
    const format = vi.spyOn(Intl.DateTimeFormat.prototype, "formatToParts").mockImplementation(() => {
      throw new RangeError("There is no such time.");
    });
    onTestFinished(() => format.mockRestore());
    onTestFinished(showWall(element));
    await expect.poll(() => format.mock.calls.length).toBeGreaterThan(0);
    await expect.poll(() => element.childElementCount).toBe(0);
    await clock.pass(MINUTE_MS);
    expect(probesOf(server)).toBeGreaterThan(0);
  });
});

/** An empty page, on which `showWall` shows what is behind the `#`. */
function openPage() {
  const clock = fakeClock();
  const server = startFakeServer();
  const element = document.createElement("div");
  document.body.append(element);
  onTestFinished(() => element.remove());
  return { clock, server, element };
}

test("another link in the same tab shows that wallboard", async () => {
  const { server, element } = openPage();
  onTestFinished(() => history.replaceState(null, "", location.pathname + location.search));
  server.on(getWall, async ({ headers }) => ({
    status: 200 as const,
    body: sampleWall({ name: headers.authorization?.replace("Bearer ", "") ?? "" }),
  }));
  location.hash = "#wall_a.first";
  onTestFinished(showWall(element));
  await expect.element(heading("wall_a.first")).toBeVisible();
  location.hash = "#wall_b.second";
  await expect.element(heading("wall_b.second")).toBeVisible();
});

test("a network that has to wait is asked again after a minute, and what is shown stays", async () => {
  const { clock, server } = open();
  await expect.element(heading("Operations room")).toBeVisible();
  server.on(getWall, refuse(401, "This link is not valid."));
  await clock.pass(11 * SECOND_MS);
  server.on(getWall, refuse(429, "Too many wrong tokens."));
  await clock.pass(MINUTE_MS);
  const before = server.requestsTo(getWall).length;
  await clock.pass(MINUTE_MS - 5 * SECOND_MS);
  expect(server.requestsTo(getWall).length).toBe(before);
  await clock.pass(5 * SECOND_MS);
  expect(server.requestsTo(getWall).length).toBe(before + 1);
  await expect.element(page.getByText("This link is not valid.")).toBeVisible();
});

// @spec R10.10
test("a sentence moves by 4 px each hour too", async () => {
  const { clock, server } = open();
  server.on(getWall, refuse(403, "This wallboard has ended. A manager can renew it."));
  await clock.pass(11 * SECOND_MS);
  await expect.element(page.getByText("This wallboard has ended")).toBeVisible();
  const place = () => new DOMMatrix(getComputedStyle(page.getByRole("main").element()).transform);
  const before = place();
  clock.sleep(HOUR_MS - 20 * SECOND_MS);
  await clock.pass(20 * SECOND_MS);
  const after = place();
  expect(Math.abs(after.e - before.e) + Math.abs(after.f - before.f)).toBe(4);
});
