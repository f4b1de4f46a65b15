import { visibleCameras } from "@groundcrew/shared/cameras";
import type { StationType } from "@groundcrew/shared/telemetry";
import type { Page } from "@playwright/test";
import { ADMIN, firstStation, showAlone } from "./station-parts.ts";
import { expect, test } from "./test.ts";

/** The fields of a station in the server's response that the tests use. */
type Sent = {
  name: string;
  serial_number: string;
  station_type: StationType;
  last_telemetry_data: {
    battery_info?: { batteries: { name: string; on_off: boolean; current: number | null }[] };
    status?: {
      usb_status?: { all_cameras_detected?: boolean; cameras?: Record<string, { name: string; detected: boolean }> };
    };
  } | null;
};

async function showFirst(page: Page, fits: (of: Sent) => boolean) {
  const station = await firstStation(page, "include_telemetry=true", fits);
  return { station, row: await showAlone(page, station) };
}

const camerasOf = (of: Sent) =>
  visibleCameras(Object.values(of.last_telemetry_data?.status?.usb_status?.cameras ?? {}), of.station_type);
const batteriesOf = (of: Sent) => of.last_telemetry_data?.battery_info?.batteries ?? [];

// @spec 52.6, 52.7
test("an open row lists batteries with their current when ON, and which cameras are detected", async ({
  login,
  system,
}) => {
  const page = await login(ADMIN);
  // The last report of an offline station doesn't change during the test.
  const { station, row } = await showFirst(
    page,
    (of) => system.staysOffline(of.name) && camerasOf(of).length > 0 && batteriesOf(of).some(({ on_off }) => on_off),
  );
  await row.getByRole("button", { name: /^Details of/ }).click();
  for (const { name, on_off } of batteriesOf(station)) {
    const battery = row.getByRole("listitem").filter({ has: page.getByText(name, { exact: true }) });
    await expect(battery.first()).toContainText(on_off ? /ON \d+\.\d\d A/ : "OFF");
  }
  const found = camerasOf(station).filter(({ detected }) => detected).length;
  await expect(row).toContainText(`${found} of ${camerasOf(station).length} detected`);
});
