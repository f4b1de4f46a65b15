import { bulkPlace, undoBulkAct } from "@groundcrew/shared/bulk-acts";
import type { Station } from "@groundcrew/shared/stations";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { onlineStation, startFakeConsole } from "../../test/fake-console.ts";
import { sampleSite, sampleStationTag, serveSites } from "../../test/fake-sites.ts";
import { openConsole } from "../../test/open-console.tsx";

const NAMES = ["Atlas 0001", "Atlas 0002", "Atlas 0003"];

function open(path: string, differences: readonly Partial<Station>[]) {
  const stations = differences.map((one, nth) =>
    onlineStation({ name: `gc-00000000000${nth + 1}`, serial_number: NAMES[nth] ?? "", org_id: 2, ...one }),
  );
  const server = startFakeConsole({ stations });
  serveSites(server, {
    sites: [sampleSite({ lat: 50, lng: 10 })],
    tags: [sampleStationTag(), sampleStationTag({ id: 2, name: "crane-nearby", meaning: "caution" })],
  });
  const { router } = openConsole(path);
  return { server, address: () => router.history.location.href };
}

const rows = page.getByRole("list", { name: "Stations" }).getByRole("listitem");

// @spec R8.6
test("the list is filtered by sites and tags, and the address says so", async () => {
  const { address } = open("/", [
    { site_id: 1, site_name: "Doca 1", tags: ["beta"] },
    { site_id: 1, site_name: "Doca 1", tags: ["crane-nearby"], cautions: ["crane-nearby"] },
    {},
  ]);
  await expect.element(rows).toHaveLength(3);
  await expect.element(page.getByRole("listitem").filter({ hasText: "Atlas 0002" })).toMatchTextContent("crane-nearby");
  await page.getByRole("button", { name: "Sites & Tags" }).click();
  await page.getByRole("button", { name: "At a site" }).click();
  await page.getByRole("checkbox", { name: /Doca 1/ }).click();
  await expect.element(rows).toHaveLength(2);
  await expect.poll(address).toContain("stations-site=1");
});

test("an address with tags lists only stations with one of them, and with none of the others", async () => {
  open("/?stations-tags=beta&stations-tags-not=coastal", [{ tags: ["beta"] }, { tags: ["beta", "coastal"] }, {}]);
  await expect.element(rows).toHaveLength(1);
  await expect.element(rows).toMatchTextContent("Atlas 0001");
});

test("a station near a site is placed there with one press, and gets a tag", async () => {
  const { server } = open("/stations/gc-000000000001", [{ location: { lat: 50.001, lng: 10, street_address: null } }]);
  await page.getByRole("button", { name: "Edit site and tags" }).click();
  const form = page.getByRole("dialog", { name: "Site and Tags of Atlas 0001" });
  await expect.element(form.getByText("111 m from Lisbon, Doca 1")).toBeVisible();
  await expect.element(form.getByRole("button", { name: "Change Station" })).toBeDisabled();
  await form.getByRole("button", { name: "Use" }).click();
  await form.getByRole("checkbox", { name: "crane-nearby" }).click();
  await expect.element(form.getByText("Adds “crane-nearby” to 1 station.")).toBeVisible();
  await form.getByLabelText("Find or create a tag").fill("night-shift");
  await form.getByRole("button", { name: "Create “night-shift” in Harbor Air" }).click();
  await expect.element(form.getByRole("checkbox", { name: "night-shift" })).toBeChecked();
  await form.getByRole("button", { name: "Change 1 Station" }).click();
  await expect.element(page.getByText("Changed 1 station.")).toBeVisible();
  expect(server.requestsTo(bulkPlace)[0]?.body).toEqual({
    stations: ["gc-000000000001"],
    site_id: 1,
    add_tags: ["crane-nearby", "night-shift"],
    remove_tags: [],
  });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => server.requestsTo(undoBulkAct)).toHaveLength(1);
});
