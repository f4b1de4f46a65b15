import { SECOND_MS } from "@groundcrew/shared/lib";
import { Secret, TOTP, URI } from "otpauth";
import { expect, test } from "vitest";
import { acceptedStep, appUri, base32, codeAt, stepOf } from "./totp.ts";

const RFC_SECRET = Buffer.from("12345678901234567890");

// RFC 6238, appendix B.
test.each([
  [59, "94287082"],
  [1_111_111_109, "07081804"],
  [1_111_111_111, "14050471"],
  [1_234_567_890, "89005924"],
  [2_000_000_000, "69279037"],
  [20_000_000_000, "65353130"],
])("%i seconds after 1970 the code is %s", (seconds, code) => {
  expect(codeAt(RFC_SECRET, stepOf(new Date(seconds * SECOND_MS)), 8)).toBe(code);
});

test("an app that reads the QR code shows the same codes, whatever the secret", () => {
  for (let round = 0; round < 200; round += 1) {
    const secret = crypto.getRandomValues(new Uint8Array(20));
    const app = URI.parse(appUri({ secret, product: "Groundcrew & Söhne", email: "ada+1@harbor.example" }));
    if (!(app instanceof TOTP)) throw new Error("It is no code that changes with time.");
    const timestamp = Math.floor(Math.random() * 4e12);
    expect(app.generate({ timestamp })).toBe(codeAt(secret, stepOf(new Date(timestamp))));
    expect([app.issuer, app.label]).toEqual(["Groundcrew & Söhne", "ada+1@harbor.example"]);
    expect(base32(secret)).toBe(new Secret({ buffer: secret.buffer }).base32);
  }
});

const now = new Date("2026-12-01T08:00:10.000Z");
const step = stepOf(now);

test.each([
  [step - 2, null],
  [step - 1, step - 1],
  [step, step],
  [step + 1, step + 1],
  [step + 2, null],
])("of the codes around a time, those of one period beside it are right: %i", (of, expected) => {
  expect(acceptedStep(RFC_SECRET, codeAt(RFC_SECRET, of), { now, last: 0 })).toBe(expected);
});

test("a code is not right again once it or a later one was accepted", () => {
  const code = codeAt(RFC_SECRET, step);
  expect(acceptedStep(RFC_SECRET, code, { now, last: step - 1 })).toBe(step);
  expect(acceptedStep(RFC_SECRET, code, { now, last: step })).toBeNull();
  expect(acceptedStep(RFC_SECRET, code, { now, last: step + 1 })).toBeNull();
});

test("a code may be typed as apps show it, in two groups", () => {
  const code = codeAt(RFC_SECRET, step);
  expect(acceptedStep(RFC_SECRET, ` ${code.slice(0, 3)} ${code.slice(3)}`, { now, last: 0 })).toBe(step);
  expect(acceptedStep(RFC_SECRET, code.slice(0, 5), { now, last: 0 })).toBeNull();
});
