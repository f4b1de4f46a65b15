import fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../test/property-runs.ts";
import { sampleSnapshot } from "../../test/sample-snapshot.ts";
import { summarize, telemetrySummary } from "./summary.ts";

const device = { name: "camera_pad", path: "/dev/video0", last_detected: 1_780_000_000, detected: true };
const some = <Fields extends object>(fields: Fields): fc.Arbitrary<Partial<Fields>> =>
  fc.subarray(Object.entries(fields)).map((entries) => Object.fromEntries(entries) as Partial<Fields>);
const usb = fc
  .record({ hexboard: fc.constantFrom(undefined, device), cameras: fc.subarray(["cam0", "cam1"]) })
  .chain(({ hexboard, cameras }) =>
    some({
      all_cameras_detected: false,
      last_all_cameras_detected: 1,
      serial_devices_detected: { hexboard, other: [device] },
      cameras: Object.fromEntries(cameras.map((id) => [id, { ...device, detected: id === "cam0" }])),
    }),
  );
const status = usb.chain((usb_status) =>
  some({
    ...sampleSnapshot().status,
    padatlas: null,
    left_grippers: "open",
    location_data: { city: "Rotterdam" },
    usb_status,
  }),
);
const snapshot = status
  .chain((given) => some({ ...sampleSnapshot(), warn_message: "Low voltage", error_message: null, status: given }))
  .map((fields) => sampleSnapshot({ status: undefined, ...fields }));

test("a summary is what its schema leaves of a snapshot, in the same order", () => {
  fc.assert(
    fc.property(snapshot, (full) => {
      expect(JSON.stringify(summarize(full))).toBe(JSON.stringify(telemetrySummary.parse(full)));
    }),
    cases(300),
  );
});
