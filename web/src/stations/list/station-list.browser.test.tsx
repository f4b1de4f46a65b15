import { listStations, type Station } from "@groundcrew/shared/stations";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { sampleSnapshot } from "../../../../shared/test/sample-snapshot.ts";
import { onlineStation, startFakeConsole } from "../../../test/fake-console.ts";
import { elementsIn } from "../../../test/find.ts";
import { openConsole, resizeWindow } from "../../../test/open-console.tsx";

const list = page.getByRole("list", { name: "Stations" });
const rows = list.getByRole("listitem");
const details = page.getByRole("button", { name: /^Details of/ });

const second = () => onlineStation({ name: "gc-000000000002", serial_number: "Atlas 0002" });

/** Opens a list; returns its address too. */
function openList(path: string, stations: Station[] = [onlineStation(), second()]) {
  const server = startFakeConsole({ stations });
  const { router, ...opened } = openConsole(path);
  return { server, router, address: () => router.history.location.href, ...opened };
}

/** The texts that the page copies from now on. */
function watchCopies(): string[] {
  const copied: string[] = [];
  const write = vi.spyOn(navigator.clipboard, "writeText").mockImplementation(async (text) => void copied.push(text));
  onTestFinished(() => write.mockRestore());
  return copied;
}

describe("the toolbar", () => {
  // @spec 46.1, 46.2, 46.4
  test.each([
    [
      "Sort",
      "Default, Serial Number, Description, Swaps, Temperature, Version, Uptime, Firmware Version, Unresolved, Last Error, Readiness, Site",
    ],
    ["Group", "None, Organization, Support, API Version, Firmware Version, Readiness, Main Reason, Site, Tags"],
    ["Time", "All, Year, Month, Week, Day"],
  ])(
    "the %s menu offers the specification's choices, and one that is taken goes into the address",
    async (menu, text) => {
      const options = text.split(", ");
      const { address } = openList("/");
      await page.getByRole("button", { name: new RegExp(`^${menu}:`) }).click();
      const items = page.getByRole("menuitemradio");
      await expect.element(items.first()).toBeVisible();
      expect(items.elements().map(({ textContent }) => textContent)).toEqual(options);
      await items.last().click();
      await expect.poll(address).toMatch(/stations-/);
      await expect.element(items).not.toBeInTheDocument();
      // Opened by keyboard, the menu focuses the selected option.
      const button = page.getByRole("button", { name: `${menu}: ${options.at(-1)}` });
      await vi.waitUntil(() => button.query() instanceof HTMLElement);
      button.element().focus();
      await userEvent.keyboard("{Enter}");
      await expect.element(items.last()).toHaveFocus();
      await userEvent.keyboard("{ArrowUp}");
      await expect.element(items.nth(-2)).toHaveFocus();
    },
  );

  // @spec 46.1
  test("a toggle reverses the sort", async () => {
    const { address } = openList("/?stations-sort=serial_number");
    await expect.element(rows.first()).toMatchTextContent("Atlas 0001");
    const toggle = page.getByRole("button", { name: "Reverse order" });
    await toggle.click();
    await expect.element(toggle).toHaveAttribute("aria-pressed", "true");
    await expect.element(rows.first()).toMatchTextContent("Atlas 0002");
    await expect.poll(address).toContain("stations-sort-invert=1");
  });

  test("all groups are collapsed and expanded at once", async () => {
    openList("/?stations-group=organization");
    await expect.element(details.first()).toBeVisible();
    const collapse = page.getByRole("button", { name: "Collapse all" });
    await expect.element(collapse).toBeVisible();
    collapse.element().focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(details).not.toBeInTheDocument();
    await expect.element(collapse).toHaveAttribute("aria-disabled", "true");
    await expect.element(collapse).toHaveFocus();
    await page.getByRole("button", { name: "Expand all" }).click();
    await expect.element(details.first()).toBeVisible();
  });

  // @spec 9.2, 46.5, 46.6, 46.9
  test("the copied link contains only the view's settings, and opens the same view", async () => {
    const copied = watchCopies();
    const { close } = openList("/?utm_source=mail&stations-sort=default");
    await page.getByRole("button", { name: "Global" }).click();
    await page.getByRole("searchbox").fill("harbor");
    await userEvent.keyboard("{Enter}");
    await page.getByRole("button", { name: "Copy a link to this view" }).click();
    await expect.element(page.getByText("Copied link to clipboard")).toBeVisible();
    expect(copied).toEqual([`${location.origin}/?stations-q=harbor&stations-type=global`]);
    close();
    openList(copied.map((link) => link.slice(location.origin.length)).join());
    await expect.element(page.getByRole("searchbox")).toHaveValue("harbor");
    await expect.element(page.getByRole("button", { name: "Global" })).toHaveAttribute("aria-pressed", "true");
  });

  // @spec 46.9, 308.2
  test("Ctrl-F and Cmd-F focus the search box, in it open the browser's own search, and its help explains its language", async () => {
    openList("/");
    await expect.element(list).toBeVisible();
    const box = page.getByRole("searchbox");
    const press = (key: object) =>
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent("keydown", { key: "f", bubbles: true, cancelable: true, ...key }),
      );
    for (const key of [{ ctrlKey: true }, { metaKey: true }]) {
      box.element().blur();
      expect(press(key)).toBe(false);
      await expect.element(box).toHaveFocus();
      expect(press(key)).toBe(true);
    }
    await page.getByRole("button", { name: "Search help" }).click();
    await expect.element(page.getByText("the name for terms of 4 or more characters")).toBeVisible();
  });
});

describe("the page's head", () => {
  // @spec 19.1
  test("the brand links to the stations", async () => {
    const { address } = openList("/?stations-q=atlas");
    await page.getByRole("banner").getByRole("link", { name: "Groundcrew" }).click();
    await expect.poll(address).toBe("/");
  });

  // @spec 46.8, 47.1, 47.2, 311.1
  test("it counts Swaps, Total, Online, Active and Error; a narrow one has no Total and short swaps", async () => {
    openList("/", [onlineStation({ swaps_performed: 1_234_567 })]);
    await expect.element(list).toBeVisible();
    const number = (name: string) => {
      const term = elementsIn(page.getByRole("main"), "dt").find(({ textContent }) => textContent === name);
      return term?.nextElementSibling;
    };
    const short = page.getByText(/^\d+\.\d[KM]$/);
    const total = () => number("Total")?.checkVisibility();
    for (const name of ["Swaps", "Total", "Online", "Active", "Error"]) expect(number(name)?.textContent).toMatch(/\d/);
    await expect.element(short).not.toBeVisible();

    await resizeWindow(640);
    await expect.poll(total).toBe(false);
    await expect.element(short).toBeVisible();
    await resizeWindow(641);
    await expect.poll(total).toBe(true);
  });
});

describe("a row", () => {
  // @spec 49.1, 49.2, 49.3, 49.4
  test("says 'deploy location unknown' without one, copies the station's name, and links to its own dashboard and to its page", async () => {
    const copied = watchCopies();
    const dashboard = "https://dashboard.example/atlas-0001";
    const { address } = openList("/", [onlineStation({ hexone_dashboard: dashboard, location_deployment: "" })]);
    await expect.element(rows.first()).toMatchTextContent("deploy location unknown");
    await rows.getByRole("button", { name: /copy/i }).first().click();
    await expect.poll(() => copied).toEqual(["gc-000000000001"]);
    await expect.element(rows.getByRole("link", { name: /^ONLINE/ })).toHaveAttribute("href", dashboard);
    await rows.getByRole("link", { name: /^(ACTIVE|IDLE|INACTIVE|UNKNOWN)/ }).click();
    await expect.poll(address).toBe("/stations/gc-000000000001");
  });

  // @spec 53.1
  test.each([
    ["warns when not all cameras are detected", false, 1],
    ["does not warn when all cameras are detected", true, 0],
  ])("it %s", async (_, all_cameras_detected, warnings) => {
    const server = startFakeConsole();
    const { status } = sampleSnapshot();
    const snapshot = sampleSnapshot({ status: { ...status, usb_status: { all_cameras_detected } } });
    server.on(listStations, async () => ({
      status: 200 as const,
      body: [{ ...onlineStation(), last_telemetry_data: snapshot }],
    }));
    openConsole("/");
    await expect.element(rows.first()).toMatchTextContent("Atlas 0001");
    expect(rows.getByLabelText("Not all cameras are detected").elements()).toHaveLength(warnings);
  });
});
