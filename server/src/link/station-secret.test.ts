import { expect, test } from "vitest";
import { hashSecret, secretMatches } from "./station-secret.ts";

test("a secret matches its own hash and no other secret does", () => {
  const stored = hashSecret("correct horse battery staple");
  expect(secretMatches("correct horse battery staple", stored)).toBe(true);
  expect(secretMatches("correct horse battery stapl", stored)).toBe(false);
  expect(secretMatches("", stored)).toBe(false);
});

test("the same secret is stored differently each time", () => {
  expect(hashSecret("same")).not.toBe(hashSecret("same"));
});

test("the stored form holds the salt and the hash, never the secret", () => {
  expect(hashSecret("visible")).toMatch(/^sha256:[0-9a-f]{32}:[0-9a-f]{64}$/);
});

test.each(["", "sha256", "sha256:00", "sha256::", "md5:00:00", "sha256:zz:zz"])(
  "a stored form that is damaged (%j) lets nobody in",
  (stored) => {
    expect(secretMatches("", stored)).toBe(false);
  },
);
