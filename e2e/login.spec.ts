import { logIn } from "./password-steps.ts";
import { UNAUTHORIZED_LIST } from "./problem-watch.ts";
import { expect, test } from "./test.ts";

const REQUESTED_PATH = "/?stations-type=&stations-f-actual=0";

// @spec 9.1, 19.1, 20.1, 32.1, 34.1, 37.2, 49.2, 176.1, 176.2, 176.3, 224.2
test("a visitor logs in and returns to the requested path, sees the stations of their organization only, and logs out", async ({
  page,
  problems,
  system,
}) => {
  problems.allow(UNAUTHORIZED_LIST);
  const otherStations = await system.stationsOf("Skyline Logistics");
  expect(otherStations.length).toBeGreaterThan(0);
  await page.goto(REQUESTED_PATH);
  await expect(page).toHaveURL(`${system.url}/login?r=${encodeURIComponent(REQUESTED_PATH)}`);
  await logIn(page, "user@harbor.example", system.password);
  await expect(page).toHaveURL(`${system.url}${REQUESTED_PATH}`);
  const list = page.getByRole("list", { name: "Stations" });
  await expect(list).toContainText("Harbor Air");
  await expect(list).not.toContainText("Skyline Logistics");

  const response = await page.request.get("/api/stations?include_telemetry=true&include_support_metrics=true");
  const stations: { organization_name: string }[] = await response.json();
  expect(new Set(stations.map(({ organization_name }) => organization_name))).toEqual(new Set(["Harbor Air"]));
  for (const { name, serial_number } of otherStations) {
    expect(JSON.stringify(stations)).not.toContain(name);
    expect(JSON.stringify(stations)).not.toContain(serial_number);
  }

  await page.getByRole("button", { name: "Log Out" }).click();
  await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
});
