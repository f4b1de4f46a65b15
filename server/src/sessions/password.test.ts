import { expect, test } from "vitest";
import { hashPassword, passwordMatches } from "./password.ts";

const PASSWORD = "quiet otters fold maps";
const [AT_ONCE, WAITING] = [4, 50];

test("a hash has 16 random bytes of salt and 32 bytes of its own, in PHC text", async () => {
  const [one, other] = [await hashPassword(PASSWORD), await hashPassword(PASSWORD)];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(other).not.toBe(one);
  expect(await passwordMatches(PASSWORD, one)).toBe(true);
  expect(await passwordMatches(`${PASSWORD}.`, one)).toBe(false);
});

test("only so many people can wait for their password to be checked, and the next one gets 503", async () => {
  const checked = Array.from({ length: AT_ONCE + WAITING }, () => passwordMatches(PASSWORD, null));
  await expect(passwordMatches(PASSWORD, null)).rejects.toMatchObject({
    status: 503,
    message: "Too many people are logging in right now. Try again in a few seconds.",
    headers: { "retry-after": "5" },
  });
  expect(new Set(await Promise.all(checked))).toEqual(new Set([false]));
});
