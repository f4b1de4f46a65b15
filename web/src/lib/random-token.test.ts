import { stationEdit } from "@groundcrew/shared/stations";
import { expect, test } from "vitest";
import { randomToken } from "./random-token.ts";

test("a token is long enough for a station's password, needs no quoting in a shell, and is never repeated", () => {
  const passwords = Array.from({ length: 100 }, () => randomToken(24));
  for (const api_password of passwords) {
    expect(stationEdit.safeParse({ api_password }).success).toBe(true);
    expect(api_password).toMatch(/^[\w-]{32}$/);
  }
  expect(new Set(passwords).size).toBe(100);
});
