import { expect, test } from "vitest";
import { personOf } from "./person.ts";

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
