import { getSession, logIn, type SessionUser } from "@groundcrew/shared/sessions";
import { listStationPage, listStations } from "@groundcrew/shared/stations";
import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { customer, startFakeConsole } from "../../test/fake-console.ts";
import { servePages } from "../../test/fake-pages.ts";
import { Rejection, refuse } from "../../test/fake-server.ts";
import { numberedStations } from "../../test/fake-stations.ts";
import { openConsole } from "../../test/open-console.tsx";

const email = page.getByLabelText("Email Address");
const password = page.getByLabelText("Password", { exact: true });
const submit = page.getByRole("button", { name: "Continue", exact: true });
const stations = page.getByRole("heading", { name: "Stations" });

/** Opens a path in a browser without a session. The server accepts one password. */
function openLoggedOut(path: string, user: SessionUser = customer) {
  const server = startFakeConsole({ user });
  let isLoggedIn = false;
  server.on(getSession, async () => {
    if (!isLoggedIn) throw new Rejection(401, "Nobody is logged in.");
    return { status: 200 as const, body: { user } };
  });
  server.on(logIn, async ({ body }) => {
    if (body.type !== "credentials" || body.password !== "correct") {
      throw new Rejection(401, "The email address or password is wrong.");
    }
    isLoggedIn = true;
    return { status: 201 as const, body: { user } };
  });
  return { server, ...openConsole(path) };
}

async function enter(entered: string): Promise<void> {
  await email.fill(customer.email);
  await password.fill(entered);
  await submit.click();
}

describe("the login page", () => {
  // @spec 32.2, 225.1
  test("r is omitted when the path was /", async () => {
    const { router } = openLoggedOut("/");
    await expect.element(submit).toBeVisible();
    expect(router.history.location.href).toBe("/login");
  });

  // @spec 37.1, 37.5
  test("it is titled Welcome, Log in to the product", async () => {
    openLoggedOut("/login");
    await expect.element(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
    await expect.element(page.getByText("Log in to the product")).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Continue with Google (Limited Beta)" })).toBeVisible();
  });

  // @spec 37.7, 291.1
  test("a login error message is shown on the form", async () => {
    openLoggedOut("/login");
    await enter("not the password");
    await expect.element(page.getByRole("alert")).toHaveTextContent("The email address or password is wrong.");
  });

  test.each(["//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)", "/\t/evil.example"])(
    "a path to return to that leaves the site is not followed: %j",
    async (r) => {
      const { router } = openLoggedOut(`/login?r=${encodeURIComponent(r)}`);
      await enter("correct");
      await expect.element(stations).toBeVisible();
      expect(router.history.location.href).toBe("/");
    },
  );

  test.each([
    ["/login", 1],
    ["/login?r=%2Fstats", 0],
  ])("after a login at %s the list is requested %i times while the user is loaded", async (path, requests) => {
    const { server } = openLoggedOut(path);
    await expect.element(submit).toBeVisible();
    const { length: before } = server.requestsTo(getSession);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    server.on(getSession, async () => {
      await released;
      return { status: 200 as const, body: { user: customer } };
    });
    await enter("correct");
    await expect.poll(() => server.requestsTo(getSession).length).toBe(before + 1);
    expect(server.requestsTo(listStations)).toHaveLength(requests);
    release();
    await expect.element(submit).not.toBeInTheDocument();
  });

  test("after a login the first rows of a list in pages are requested once, while the user is loaded", async () => {
    const many = { ...customer, lists_in_pages: true as const };
    const { server } = openLoggedOut("/login", many);
    servePages(server, () => numberedStations(200));
    await expect.element(submit).toBeVisible();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    server.on(getSession, async () => {
      await released;
      return { status: 200 as const, body: { user: many } };
    });
    await enter("correct");
    await expect.poll(() => server.requestsTo(listStationPage).length).toBe(1);
    await expect.element(submit).toBeVisible();
    release();
    await expect.element(page.getByRole("list", { name: "Stations" }).getByRole("listitem").first()).toBeVisible();
    expect(server.requestsTo(listStationPage)).toHaveLength(1);
    expect(server.requestsTo(listStations)).toEqual([]);
  });

  // @spec 32.3
  test.each([
    ["", "/"],
    ["?r=%2F%3Fstations-q%3Datlas", "/?stations-q=atlas"],
    ["?r=%2Flogin", "/"],
  ])("a user who is logged in and visits /login%s is redirected to %s", async (query, path) => {
    startFakeConsole();
    const { router } = openConsole(`/login${query}`);
    await expect.element(stations).toBeVisible();
    expect(router.history.location.href).toBe(path);
  });

  // @spec 37.3
  test("while logging in, Continue is disabled and shows a spinner", async () => {
    const { server } = openLoggedOut("/login");
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    server.on(logIn, async () => {
      await released;
      throw new TypeError("Failed to fetch");
    });
    await enter("not the password");
    await expect.element(submit).toBeDisabled();
    await expect.element(submit).toHaveAttribute("aria-busy", "true");
    release();
    await expect.element(submit).toBeEnabled();
  });

  // @spec 197.1
  test("the form requires a valid email and a password before anything is sent", async () => {
    const { server } = openLoggedOut("/login");
    await submit.click();
    await expect.element(email).toHaveFocus();
    await email.fill("harbor");
    await password.fill("secret");
    await submit.click();
    await expect.element(email).toHaveFocus();
    await email.fill(customer.email);
    await password.fill("");
    await submit.click();
    await expect.element(password).toHaveFocus();
    expect(server.requestsTo(logIn)).toEqual([]);
  });
});

describe("the session", () => {
  // @spec 32.4
  test("a loading spinner is shown while the app initialises", async () => {
    const server = startFakeConsole({ user: customer });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    server.on(getSession, async () => {
      await released;
      return { status: 200 as const, body: { user: customer } };
    });
    openConsole("/");
    await expect.element(page.getByRole("status", { name: "Loading..." })).toBeVisible();
    release();
    await expect.element(stations).toBeVisible();
  });

  // @spec 291.2
  test("one that cannot be loaded says 'Failed user load.', and is loaded again on demand", async () => {
    const server = startFakeConsole();
    server.on(getSession, refuse(500, "The session is locked."));
    openConsole("/");
    await expect.element(page.getByText("Failed user load.")).toBeVisible();
    server.on(getSession, async () => ({ status: 200 as const, body: { user: customer } }));
    await page.getByRole("button", { name: "Reload" }).click();
    await expect.element(stations).toBeVisible();
  });

  // @spec 34.2
  test.each<[string, Partial<SessionUser>, string]>([
    ["the name", { name: "Ada Berg" }, "Ada Berg"],
    ["the email if there is no name", { name: "" }, "user@harbor.example"],
  ])("the display name is %s", async (_, differences, shown) => {
    startFakeConsole({ user: { ...customer, ...differences } });
    openConsole("/");
    await expect.element(page.getByRole("banner")).toMatchTextContent(shown);
  });

  // @spec 30.1
  test("any other path opens the stations", async () => {
    startFakeConsole();
    const { router } = openConsole("/no/such/page");
    await expect.element(stations).toBeVisible();
    expect(router.history.location.href).toBe("/");
  });
});
