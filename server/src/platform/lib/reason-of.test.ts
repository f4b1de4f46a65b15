import { createSocket } from "node:dgram";
import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { checkMailServer } from "../mail/index.ts";
import { reasonOf } from "./index.ts";

async function reasonFor(failing: Promise<unknown>): Promise<string> {
  return failing.then(
    () => "nothing failed",
    (error: unknown) => reasonOf(error),
  );
}

test("a port where nothing listens has the same reason for every protocol", async () => {
  const udp = createSocket("udp4");
  udp.connect(1, "127.0.0.1", () => udp.send("anyone?"));
  const reasons = await Promise.all([
    reasonFor(once(connect(1, "127.0.0.1"), "connect")),
    reasonFor(once(connect(1, "localhost"), "connect")),
    reasonFor(checkMailServer("smtp://127.0.0.1:1", 5_000)),
    reasonFor(once(udp, "message")),
  ]);
  udp.close();
  expect(new Set(reasons)).toEqual(new Set(["nothing answers there"]));
});

test("a name that does not exist is reported as such", async () => {
  expect(await reasonFor(once(connect(1, "absent.invalid"), "connect"))).toBe("there is no host of that name");
  expect(await reasonFor(checkMailServer("smtp://absent.invalid", 5_000))).toBe("there is no host of that name");
});

test("any other failure is its first line, without a period", () => {
  expect(reasonOf(new Error("The greeting never came.\n    at somewhere"))).toBe("The greeting never came");
  expect(reasonOf("refused")).toBe("refused");
});
