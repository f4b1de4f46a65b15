import { expect, test } from "vitest";
import { GOOGLE_ISSUER, isManagedBy, personOf } from "./person.ts";

const CLAIMS = { iss: "https://login.harbor.example", sub: "ada", email: "ada@harbor.example" };
const read = (claims: object) => personOf({ ...CLAIMS, ...claims }, { roleClaim: null, idToken: "" });

test.each<[unknown, boolean | null]>([
  [true, true],
  ["true", true],
  [undefined, null],
  [null, null],
  [false, false],
  ["false", false],
  ["no", false],
  ["", false],
  ["unverified", false],
  ["1", false],
  [0, false],
  [1, false],
  [{}, false],
])("an address of which %j says whether it is verified", (email_verified, isVerified) => {
  expect(read({ email_verified }).isVerified).toBe(isVerified);
});

test.each<[object, boolean]>([
  [{ iss: GOOGLE_ISSUER, hd: "Harbor.example" }, true],
  [{ iss: GOOGLE_ISSUER, hd: "skyline.example" }, false],
  [{ iss: GOOGLE_ISSUER, hd: ["harbor.example"] }, false],
  [{ iss: GOOGLE_ISSUER, email_verified: true }, false],
  [{}, true],
])("the account %j is one that the organization manages: %j", (claims, isManaged) => {
  expect(isManagedBy(read(claims), ["harbor.example", "air.harbor.example"])).toBe(isManaged);
});
