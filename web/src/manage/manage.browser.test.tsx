import { createOrganization } from "@groundcrew/shared/organizations";
import { describe, expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { customer } from "../../test/fake-console.ts";
import { listed, manager, openManage, tableRow } from "../../test/fake-manage.ts";
import { Rejection } from "../../test/fake-server.ts";
import { elementsIn } from "../../test/find.ts";

const ORGANIZATIONS = "/manage/organizations";

const organization = page.getByLabelText("Organization", { exact: true });
const name = page.getByLabelText("Name");
const link = (label: string) => page.getByRole("link", { name: label, exact: true });

/** A column of the table, from its first row on. */
function column(nth: number): string[] {
  const cells = elementsIn(page.getByRole("table"), `tbody td:nth-child(${nth})`);
  return cells.map(({ textContent }) => textContent);
}

describe("the Manage pages", () => {
  // @spec 27.1, 34.1
  test("Manage in the top bar opens the users, and so does any path below /manage that is not a page", async () => {
    const { address } = openManage("/manage/no/such", { user: customer });
    await expect.element(page.getByRole("heading", { name: "Manage" })).toBeVisible();
    expect(address()).toBe("/manage/users");
    await link("API Keys").click();
    await expect.poll(address).toBe("/manage/apikeys");
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Manage" }).click();
    await expect.poll(address).toBe("/manage/users");
  });

  test("the tab of the open page stays in view when the window gets narrow", async () => {
    onTestFinished(() => page.viewport(1440, 900));
    openManage("/manage/organizations");
    await expect.element(link("System")).toBeVisible();
    await link("System").click();
    await expect.element(link("System")).toHaveAttribute("aria-current", "page");
    await page.viewport(310, 900);
    const rightOf = (element: Element) => element.getBoundingClientRect().right;
    const tabs = page.getByRole("navigation", { name: "Manage" });
    await expect.poll(() => rightOf(link("System").element()) - rightOf(tabs.element())).toBeLessThanOrEqual(0);
  });

  // @spec 128.1, 228.1
  test.each(["organizations", "link", "security", "backups", "system"])(
    "/manage/%s is for admins: others are redirected to the users and see no link to it",
    async (path) => {
      const { address } = openManage(`/manage/${path}`, { user: manager });
      await expect.element(link("API Keys")).toBeVisible();
      expect(address()).toBe("/manage/users");
      for (const label of ["Organizations", "Station Link", "Security", "Backups", "System"]) {
        await expect.element(link(label)).not.toBeInTheDocument();
      }
    },
  );
});

describe("the organizations", () => {
  // @spec 128.2, 131.1, 131.2
  test("an admin creates one and manages it, at an address that can be shared", async () => {
    const { address } = openManage(ORGANIZATIONS);
    await expect.element(tableRow("Harbor Air")).toMatchTextContent("12");
    await name.fill("Meridian Survey");
    await page.getByRole("button", { name: "Create Organization" }).click();
    await expect.element(page.getByText("Created the organization Meridian Survey.")).toBeVisible();
    await expect.element(name).toHaveValue("");
    await expect.element(tableRow("Meridian Survey")).toMatchTextContent("0");

    await organization.click();
    await page.getByRole("radio", { name: "Meridian Survey" }).click();
    await link("Users").click();
    await expect.poll(address).toBe("/manage/users?org_id=4");
    await expect.element(page.getByText("This organization has no users yet.")).toBeVisible();
    await page.getByLabelText("Email Address").fill("first@meridian.example");
    await page.getByRole("button", { name: "Invite" }).click();
    await expect.element(tableRow("first@meridian.example")).toBeVisible();
    await link("API Keys").click();
    await expect.poll(address).toBe("/manage/apikeys?org_id=4");
    await expect.element(page.getByText("This organization has no API keys yet.")).toBeVisible();
  });

  test("they are searched, sorted by their headings, and found by typing a part of the name", async () => {
    openManage(ORGANIZATIONS, { users: [listed("user@harbor.example"), listed("manager@harbor.example")] });
    await expect.poll(() => column(1)).toEqual(["Groundcrew", "Harbor Air", "Skyline Logistics"]);
    await page.getByRole("button", { name: "Stations", exact: true }).click();
    await expect
      .element(page.getByRole("columnheader", { name: "Stations" }))
      .toHaveAttribute("aria-sort", "descending");
    expect(column(2)).toEqual(["12", "7", "3"]);
    await page.getByRole("searchbox", { name: "Search organizations" }).fill("HÁRBOR");
    await expect.poll(() => column(1)).toEqual(["Harbor Air"]);

    await organization.click();
    await page.getByRole("searchbox", { name: "Search organization", exact: true }).fill("arbor");
    await userEvent.keyboard("{Enter}");
    await expect.element(organization).toHaveTextContent("Harbor Air");
    await link("Users").click();
    await page.getByRole("searchbox", { name: "Search users" }).fill("user@");
    await expect.poll(() => column(1)).toEqual(["user@harbor.example"]);
  });

  // @spec 302.1
  test("one that is not created says 'New org failed.', and why", async () => {
    const { server } = openManage(ORGANIZATIONS);
    const reason = "An organization called harbor air already exists.";
    server.on(createOrganization, async () => {
      throw new Rejection(409, reason);
    });
    await name.fill("harbor air");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("New org failed.", { exact: true })).toBeVisible();
    await expect.element(name).toHaveAccessibleDescription(reason);
  });
});
