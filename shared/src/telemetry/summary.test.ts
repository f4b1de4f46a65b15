import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../test/property-runs.ts";
import { sampleSnapshot } from "../../test/sample-snapshot.ts";
import type { Snapshot } from "./snapshot.ts";
import { summarize, telemetrySummary } from "./summary.ts";

const device = { name: "camera_pad", path: "/dev/video0", last_detected: 1_780_000_000, detected: true };

/** An object with some of these fields, in any order. */
function some(fields: object): fc.Arbitrary<object> {
  return fc.shuffledSubarray(Object.entries(fields)).map((entries) => Object.fromEntries(entries));
}

const usb = some({
  all_cameras_detected: false,
  last_all_cameras_detected: 1,
  cameras: { cam1: device, cam0: device },
});
const devices = some({ hexboard: device, other: [device] });
const place = some({ country: "Norway", city: "Oslo", road: "Pier" });
const status = fc.tuple(usb, devices, place).chain(([others, serial_devices_detected, location_data]) =>
  some({
    ...sampleSnapshot().status,
    padatlas: null,
    left_grippers: "open",
    location_data,
    usb_status: { ...others, serial_devices_detected },
  }),
);
const cycles = some({ pad_cycle_count: 1, roof_cycle_count: 2, drone_toggle_count: 3, lat_cycle_count: null });
const given = fc.tuple(status, cycles).chain(([reported, cycles_performed]) =>
  some({
    ...sampleSnapshot(),
    warn_message: "Low voltage",
    battery_info: { batteries: [{ current: 5, on_off: true, name: "1" }] },
    firmware_version: [{ version: "1.9" }],
    cycles_performed,
    status: reported,
  }),
);

test("a summary is what its schema leaves of a snapshot, in the same order", () => {
  fc.assert(
    fc.property(given, (fields) => {
      const full: Snapshot = { time: 1, ...fields };
      expect(JSON.stringify(summarize(full))).toBe(JSON.stringify(telemetrySummary.parse(full)));
    }),
    cases(300),
  );
});
