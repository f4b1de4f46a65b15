import { expect, test } from "vitest";
import { readingsOf } from "./facts.ts";

test("readings have no text that cannot be stored, because reasons have them and are stored", () => {
  const text = "Motor\0 \ud800 overheated";
  const cameras = { "pad\0": { detected: false }, roof: { name: text, detected: false } };
  const readings = readingsOf({
    status: { system: "ERROR\0", usb_status: { cameras } },
    error_message: text,
    warn_message: text,
  });
  expect(readings).toMatchObject({
    system: "ERROR",
    error_message: "Motor \ufffd overheated",
    warn_message: "Motor \ufffd overheated",
    missing_cameras: [
      { id: "pad", name: "pad" },
      { id: "roof", name: "Motor \ufffd overheated" },
    ],
  });
});
