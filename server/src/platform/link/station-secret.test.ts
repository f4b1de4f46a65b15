import { expect, test } from "vitest";
import { hashSecret, hashSecrets, isForMosquitto, secretMatches } from "./station-secret.ts";

test("a secret matches its own hash and no other secret does", () => {
  const stored = hashSecret("correct horse battery staple");
  expect(secretMatches("correct horse battery staple", stored)).toBe(true);
  expect(secretMatches("correct horse battery stapl", stored)).toBe(false);
  expect(secretMatches("", stored)).toBe(false);
});

test("many secrets are hashed together, each with its own salt", async () => {
  const [one = "", other = "", same = ""] = await hashSecrets(["one", "other", "one"]);
  expect(secretMatches("one", one)).toBe(true);
  expect(secretMatches("other", other)).toBe(true);
  expect(secretMatches("other", one)).toBe(false);
  expect(same).not.toBe(one);
  expect(isForMosquitto(other)).toBe(true);
});

test("the same secret is stored differently each time", () => {
  expect(hashSecret("same")).not.toBe(hashSecret("same"));
});

test("the stored form contains the salt and the hash in Mosquitto's format, never the secret", () => {
  const stored = hashSecret("visible");
  expect(stored).toMatch(/^\$7\$101\$[A-Za-z0-9+/]{16}\$[A-Za-z0-9+/]{86}==$/);
  expect(isForMosquitto(stored)).toBe(true);
});

test("a secret stored in the legacy form still matches, but Mosquitto cannot read it", () => {
  const stored =
    "sha256:000102030405060708090a0b0c0d0e0f:c219ccfd3a1fd4c9b0bf752022e020875fb525f30f89f31b95b8170010ddf3a6";
  expect(secretMatches("an old secret", stored)).toBe(true);
  expect(secretMatches("another", stored)).toBe(false);
  expect(isForMosquitto(stored)).toBe(false);
});

const damaged = ["", "sha256", "sha256:00", "sha256::", "md5:00:00", "sha256:zz:zz", "$6$AAAA$AAAA"];
const stretched = ["$7$", "$7$101$$", "$7$101$AAAA$", "$7$0$AAAA$AAAA", "$7$x$AAAA$AAAA", "$7$1000000000$AAAA$AAAA"];
test.each([...damaged, ...stretched])("a damaged hash (%j) matches nothing", (stored) => {
  expect(secretMatches("", stored)).toBe(false);
});
