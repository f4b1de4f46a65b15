import { bulkPlace } from "@groundcrew/shared/bulk-acts";
import { createStationTag } from "@groundcrew/shared/sites";
import type { Station } from "@groundcrew/shared/stations";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { admin, onlineStation, startFakeConsole } from "../../../test/fake-console.ts";
import { manager } from "../../../test/fake-manage.ts";
import { sampleSite, sampleStationTag, serveSites } from "../../../test/fake-sites.ts";
import { dialog } from "../../../test/find.ts";
import { openConsole } from "../../../test/open-console.tsx";

const bar = page.getByRole("region", { name: "Selected stations" });
const nameOf = (nth: number) => `gc-00000000000${nth}`;
const station = (nth: number, differences: Partial<Station> = {}) =>
  onlineStation({ name: nameOf(nth), location: null, ...differences });

/** Opens the list, and selects all its stations. */
async function selectAll(listed: Station[], user = admin) {
  const server = startFakeConsole({ user, stations: listed });
  openConsole("/?stations-type=");
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await bar.getByRole("button", { name: `Select all ${listed.length} of this filter` }).click();
  return server;
}

async function openSiteAndTags() {
  await bar.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Site and Tags" }).click();
  return {
    tag: (name: string) => dialog().getByRole("checkbox", { name, exact: true }),
    site: dialog().getByRole("combobox", { name: "Site" }),
    send: dialog().getByRole("button", { name: /^Change (\d+ )?Stations?$/ }),
  };
}

test("tags say on how many stations they are, and change on all; sites that differ stay until one is picked", async () => {
  const server = await selectAll([
    station(1, { site_id: 1, site_name: "Doca 1", tags: ["beta", "coastal"] }),
    station(2, { site_id: 2, site_name: "Doca 2", tags: ["beta"] }),
  ]);
  serveSites(server, {
    sites: [sampleSite({ name: "Doca 1" }), sampleSite({ id: 2, name: "Doca 2" })],
    tags: ["beta", "coastal", "indoor"].map((name, index) => sampleStationTag({ id: index + 1, name })),
  });
  const { tag, site, send } = await openSiteAndTags();
  await expect.element(site).toMatchTextContent("Several");
  await expect.element(tag("beta")).toBeChecked();
  await expect.element(tag("coastal")).toBePartiallyChecked();
  await expect.element(tag("indoor")).not.toBeChecked();
  await expect.element(dialog().getByRole("list", { name: "Tags" })).toMatchTextContent(/beta.*all.*1 of 2.*none/);

  for (const _ of ["all", "none", "some"]) await tag("coastal").click();
  await expect.element(tag("coastal")).toBePartiallyChecked();
  await site.click();
  await page.getByRole("radio", { name: "No site" }).click();
  await site.click();
  await page.getByRole("radio", { name: "Several" }).click();
  await expect.element(send).toBeDisabled();

  await tag("coastal").click();
  await tag("beta").click();
  await expect.element(dialog().getByRole("row").nth(1)).toMatchTextContent("tags: with coastal, without beta2");
  await send.click();
  await expect.element(page.getByText("Changed 2 stations.")).toBeVisible();
  const stations = [nameOf(1), nameOf(2)];
  expect(server.requestsTo(bulkPlace).map(({ body }) => body)).toEqual([
    { stations, add_tags: ["coastal"], remove_tags: ["beta"] },
  ]);

  const second = await openSiteAndTags();
  await second.site.click();
  await page.getByRole("radio", { name: "No site" }).click();
  await second.send.click();
  await expect.poll(() => server.requestsTo(bulkPlace)[1]?.body).toMatchObject({ stations, site_id: null });
});

test("stations of several organizations have only the tags that all of them can have", async () => {
  const server = await selectAll([station(1), station(2, { org_id: 9, organization_name: "Northfield" })]);
  const tags = [
    { name: "beta" },
    { name: "coastal" },
    { name: "coastal", org_id: 9, meaning: "caution" as const },
    { name: "recall", org_id: 1, is_staff: true },
  ];
  serveSites(server, { tags: tags.map((one, index) => sampleStationTag({ id: index + 1, ...one })) });
  const { tag, site } = await openSiteAndTags();
  await expect.element(tag("recall")).toBeVisible();
  await expect.element(tag("coastal")).toBeVisible();
  await expect.element(tag("beta")).not.toBeInTheDocument();
  await expect.element(dialog()).toMatchTextContent(/Only tags that all these stations can have/);
  await expect.element(dialog()).toMatchTextContent(/no sites in common/);
  await expect.element(site).not.toBeInTheDocument();
  await dialog().getByLabelText("Find a tag").fill("night");
  await expect.element(dialog().getByRole("button", { name: /^Create/ })).not.toBeInTheDocument();
});

test("managers change the sites and tags of their stations alone", async () => {
  const foreign = station(2, { org_id: manager.org_id + 1 });
  const server = await selectAll([station(1, { org_id: manager.org_id }), foreign], manager);
  serveSites(server, { tags: [sampleStationTag({ org_id: manager.org_id })] });
  const { tag, send } = await openSiteAndTags();
  await tag("beta").click();
  await expect.element(dialog()).toMatchTextContent(/Left out: not yours to change \(Atlas 0001\)/);
  await expect.element(send).toMatchTextContent("Change 1 Station");
});

test("a tag that staff create is theirs, unless it is created in the organization of the stations", async () => {
  const server = await selectAll([station(1)]);
  serveSites(server);
  const { tag } = await openSiteAndTags();
  const find = dialog().getByLabelText("Find or create a tag");
  await find.fill("recall");
  await dialog().getByRole("button", { name: "Create “recall” for Staff" }).click();
  await expect.element(tag("recall")).toBeVisible();
  await find.fill("coastal");
  await dialog().getByRole("button", { name: "Create “coastal” in Harbor Air" }).click();
  await expect
    .poll(() => server.requestsTo(createStationTag).map(({ body }) => body))
    .toMatchObject([
      { name: "recall", org_id: 1 },
      { name: "coastal", org_id: 2 },
    ]);
});
