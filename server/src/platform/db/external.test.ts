import { expect, inject, test } from "vitest";
import { checkExternal } from "./database.ts";

function changed(change: (url: URL) => void): string {
  const url = new URL(inject("postgresUrl"));
  change(url);
  return url.href;
}

test("a PostgreSQL that answers is accepted", async () => {
  await expect(checkExternal(inject("postgresUrl"), "DATABASE_URL")).resolves.toBeUndefined();
});

test("an address where nothing listens is named, without its password", async () => {
  await expect(checkExternal("postgres://me:topsecret@127.0.0.1:1/mine", "DATABASE_URL")).rejects.toThrow(
    "The database at 127.0.0.1:1/mine (DATABASE_URL) cannot be used: nothing answers there.",
  );
});

test("a wrong password and a database that does not exist are reported differently", async () => {
  const wrong = changed((url) => {
    url.password = "wrong";
  });
  await expect(checkExternal(wrong, "DATABASE_URL")).rejects.toThrow("it refuses the password.");
  const absent = changed((url) => {
    url.pathname = "/absent";
  });
  await expect(checkExternal(absent, "DATABASE_URL")).rejects.toThrow("it has no database of that name.");
});
