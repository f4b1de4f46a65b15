import { MINUTE_MS } from "@groundcrew/shared/lib";
import { expect, test } from "vitest";
import { newRecoveryCodes, openFactors } from "./factors.ts";

const factors = openFactors("one key");
const now = new Date("2026-12-01T08:00:00.000Z");
const after = (ms: number) => new Date(now.getTime() + ms);

test("a secret is read again with the same key alone", () => {
  const secret = factors.newSecret();
  const sealed = factors.seal(secret);
  expect(sealed.includes(secret)).toBe(false);
  expect(openFactors("one key").open(sealed)).toEqual(secret);
  expect(openFactors("another key").open(sealed)).toBeNull();
});

test("a setup belongs to the user who began it, for 30 minutes", () => {
  const secret = factors.newSecret();
  const setup = factors.beginSetup({ userId: 7, secret, now });
  expect(factors.openSetup(setup, { userId: 7, now: after(30 * MINUTE_MS) })).toEqual(secret);
  expect(factors.openSetup(setup, { userId: 8, now })).toBeNull();
  expect(factors.openSetup(setup, { userId: 7, now: after(30 * MINUTE_MS + 1) })).toBeNull();
  expect(factors.openSetup(factors.seal(secret).toString("base64url"), { userId: 7, now })).toBeNull();
  expect(factors.openSetup("", { userId: 7, now })).toBeNull();
});

test("recovery codes are ten, different, and recognized however they are typed", () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}$/);
  const stored = factors.hashRecoveryCode(7, "k7fq-29xm");
  expect(factors.hashRecoveryCode(7, " K7FQ 29XM")).toEqual(stored);
  expect(factors.hashRecoveryCode(8, "k7fq-29xm")).not.toEqual(stored);
  expect(openFactors("another key").hashRecoveryCode(7, "k7fq-29xm")).not.toEqual(stored);
});
