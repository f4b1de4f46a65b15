import { createServer } from "node:net";
import { expect, inject, test } from "vitest";
import { checkExternal } from "./external.ts";

function changed(change: (url: URL) => void): string {
  const url = new URL(inject("postgresUrl"));
  change(url);
  return url.href;
}

test("a PostgreSQL that answers is accepted", async () => {
  await expect(checkExternal(inject("postgresUrl"))).resolves.toBeUndefined();
});

test("an address where nothing listens is named, without its password", async () => {
  const probe = createServer();
  const port = await new Promise<number>((resolve) => {
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      resolve(address !== null && typeof address === "object" ? address.port : 0);
    });
  });
  await new Promise((resolve) => probe.close(resolve));
  await expect(checkExternal(`postgres://me:topsecret@127.0.0.1:${port}/mine`)).rejects.toThrow(
    `The database at 127.0.0.1:${port}/mine (DATABASE_URL) cannot be used: nothing answers there.`,
  );
});

test("a wrong password and a database that does not exist are told apart", async () => {
  const wrong = changed((url) => {
    url.password = "wrong";
  });
  await expect(checkExternal(wrong)).rejects.toThrow("it refuses the password.");
  const absent = changed((url) => {
    url.pathname = "/absent";
  });
  await expect(checkExternal(absent)).rejects.toThrow("it has no database of that name.");
});
