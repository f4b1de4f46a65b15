import { getSession, logIn, logOut, type SessionUser } from "@groundcrew/shared/sessions";
import { listStations } from "@groundcrew/shared/stations";
import { describe, expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { customer, onlineStation, startFakeConsole } from "../../test/fake-console.ts";
import { Rejection, type FakeServer } from "../../test/fake-server.ts";
import { openConsole, resizeWindow } from "../../test/open-console.tsx";

const list = page.getByRole("list", { name: "Stations" });
const email = page.getByLabelText("Email Address");
const ended = page.getByText("Your session has ended.");
const welcome = page.getByRole("heading", { name: "Welcome" });
const shownUser = (address: string) => page.getByRole("banner").getByTitle(address);

const other: SessionUser = { ...customer, email: "user@skyline.example", org_id: 3, organization: "Skyline Logistics" };

/** From now on the server knows this user, who sees one station; null is nobody. */
function setUser(server: FakeServer, user: SessionUser | null, serial_number = ""): void {
  const checked = <Body,>(body: Body) => {
    if (user === null) throw new Rejection(401, "Nobody is logged in.");
    return { status: 200 as const, body };
  };
  server.on(getSession, async () => checked({ user: user ?? customer }));
  server.on(listStations, async () => checked([onlineStation({ serial_number })]));
}

/** Opens a path as the customer's user. */
async function openList(path: string) {
  const server = startFakeConsole({ user: customer });
  setUser(server, customer, "Atlas 0001");
  const { router, client } = openConsole(path);
  await expect.element(list).toMatchTextContent("Atlas 0001");
  return { server, client, address: () => router.history.location.href };
}

/** Another tab of the browser notifies this one. */
function notify(event: "login" | "logout"): void {
  const channel = new BroadcastChannel("session");
  channel.postMessage(event);
  onTestFinished(() => channel.close());
}

describe("the end of a session", () => {
  // @spec 20.1, 32.1, 176.2, 224.2
  test("is said on the login page, which returns to where the user was", async () => {
    const { server, address } = await openList("/?stations-q=atlas");
    server.on(listStations, async () => {
      throw new Rejection(401, "Nobody is logged in.");
    });
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect.element(ended).toBeVisible();
    await expect.element(email).toHaveFocus();
    expect(address()).toBe(`/login?r=${encodeURIComponent("/?stations-q=atlas")}`);
    server.on(logIn, async () => {
      setUser(server, customer, "Atlas 0001");
      return { status: 201 as const, body: { user: customer } };
    });
    await email.fill(customer.email);
    await page.getByLabelText("Password", { exact: true }).fill("correct");
    await userEvent.keyboard("{Enter}");
    await expect.poll(address).toBe("/?stations-q=atlas");
    await expect.element(list).toBeVisible();
  });

  // @spec 34.1, 176.1, 176.3
  test("by Log Out is not said there, and nothing of the user stays", async () => {
    const { server, client, address } = await openList("/");
    server.on(logOut, async () => ({ status: 204 as const, body: null }));
    await page.getByRole("button", { name: "Log Out" }).click();
    await expect.element(welcome).toBeVisible();
    await expect.element(ended).not.toBeInTheDocument();
    expect(address()).toBe("/login");
    expect(server.requestsTo(logOut)).toHaveLength(1);
    const lists = () => client.getQueriesData({ queryKey: ["stations"] });
    await expect.poll(() => lists().filter(([, loaded]) => loaded !== undefined)).toEqual([]);
  });

  test("is reported when Log Out fails, and the page stays", async () => {
    const { server } = await openList("/");
    server.on(logOut, async () => {
      throw new TypeError("Failed to fetch");
    });
    await page.getByRole("button", { name: "Log Out" }).click();
    await expect.element(page.getByRole("alert")).toMatchTextContent("Unable to contact the server");
    await expect.element(list).toBeVisible();
  });
});

describe("a change in another tab", () => {
  test("to another user shows what they see, at the same address", async () => {
    const { server, address } = await openList("/?stations-q=atlas");
    setUser(server, other, "Atlas 0009");
    notify("login");
    await expect.element(shownUser(other.email)).toBeVisible();
    await expect.element(list).toMatchTextContent("Atlas 0009");
    await expect.element(list).not.toMatchTextContent("Atlas 0001");
    expect(address()).toBe("/?stations-q=atlas");
  });

  test("to no user ends the session here too, and a login there restores the page", async () => {
    const { server, address } = await openList("/?stations-q=atlas");
    setUser(server, null);
    notify("logout");
    await expect.element(ended).toBeVisible();
    setUser(server, other, "Atlas 0009");
    notify("login");
    await expect.element(list).toMatchTextContent("Atlas 0009");
    expect(address()).toBe("/?stations-q=atlas");
  });

  test("that no tab reported is noticed when the window gets the focus again", async () => {
    const { server } = await openList("/");
    setUser(server, other, "Atlas 0009");
    window.dispatchEvent(new Event("focus"));
    await expect.element(shownUser(other.email)).toBeVisible();
    await expect.element(list).toMatchTextContent("Atlas 0009");
  });
});

test("the foot says which version and build the server has", async () => {
  await openList("/");
  await expect.element(page.getByRole("contentinfo")).toMatchTextContent("Groundcrew 1.2.3 · build fakeBui");
});

describe("the top bar", () => {
  test("marks Stations on the list and on a station's page", async () => {
    const { address } = await openList("/");
    const stations = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Stations" });
    await expect.element(stations).toHaveAttribute("aria-current", "page");
    await page.getByRole("link", { name: /^(ACTIVE|IDLE|INACTIVE|UNKNOWN)/ }).click();
    await expect.poll(address).toMatch(/^\/stations\//);
    await expect.element(stations).toHaveAttribute("aria-current", "page");
    await page.getByRole("link", { name: "Manage" }).click();
    await expect.poll(address).toBe("/manage/users");
    await expect.element(stations).not.toHaveAttribute("aria-current");
  });

  test("is a menu in a narrow window, which Escape closes, with the focus back on its button", async () => {
    await resizeWindow(640);
    await openList("/");
    const menu = page.getByRole("button", { name: "Menu" });
    const links = page.getByRole("navigation", { name: "Main" });
    await expect.element(links).not.toBeInTheDocument();
    await menu.click();
    await expect.element(links).toBeVisible();
    links.getByRole("link", { name: "Manage" }).element().focus();
    await userEvent.keyboard("{Escape}");
    await expect.element(links).not.toBeInTheDocument();
    await expect.element(menu).toHaveFocus();
  });
});

// @spec 311.1
test("the layout narrows at 640 and again at 310 pixels, and never scrolls sideways", async () => {
  startFakeConsole();
  openConsole("/");
  const add = page.getByRole("button", { name: "Add Station" });
  const refresh = page.getByRole("button", { name: "Refresh" });
  await expect.element(list).toBeVisible();
  const setWidth = async (width: number) => {
    await resizeWindow(width);
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  };
  for (const width of [1000, 801, 800, 641]) await setWidth(width);
  await expect.element(refresh).toBeVisible();
  const refreshWidth = () => refresh.element().getBoundingClientRect().width;
  expect(refreshWidth()).toBeGreaterThan(80);
  await setWidth(640);
  await expect.poll(refreshWidth).toBeLessThan(50);
  // The connection and the button beside it get a line of their own.
  const isBelowAdd = () => refresh.element().getBoundingClientRect().top > add.element().getBoundingClientRect().bottom;
  for (const width of [601, 600, 401]) await setWidth(width);
  await expect.poll(isBelowAdd).toBe(false);
  await setWidth(400);
  await expect.poll(isBelowAdd).toBe(true);
  await setWidth(360);
  const addButtonWidth = () => add.element().getBoundingClientRect().width;
  await setWidth(311);
  await expect.poll(addButtonWidth).toBeGreaterThan(100);
  await setWidth(310);
  await expect.poll(addButtonWidth).toBeLessThan(80);
});
