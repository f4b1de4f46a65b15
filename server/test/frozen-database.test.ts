import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { embeddedHouse } from "./embedded-house.ts";
import { addLoad, expectEverythingOnce, expectNothingLost, startLoad, untilAnswering } from "./kept.ts";
import { signIn } from "./writing-person.ts";

const MB = 1024 * 1024;
const ASKING = 40;

test("a frozen database gives 503 with a sentence and no request that hangs, and all goes on when it thaws", async ({
  onTestFinished,
}) => {
  const house = await embeddedHouse();
  onTestFinished(() => house.stop());
  await addLoad(house.db);
  const load = await startLoad({ ...house, seed: 1 });
  onTestFinished(() => load.stop());
  const call = await signIn(house.url);
  await expect.poll(() => load.person.written.length).toBeGreaterThan(5);
  const heapBefore = process.memoryUsage().heapUsed;

  house.signalDatabase("SIGSTOP");
  try {
    // More than there are connections, and some of them one after the other.
    const answers = await Promise.all(
      Array.from({ length: ASKING }, async () => [await call("/organizations"), await call("/supportlog/tags")]),
    );
    for (const { status, text } of answers.flat()) {
      expect([status, text]).toEqual([503, expect.stringContaining("The database does not answer")]);
    }
    expect(process.memoryUsage().heapUsed - heapBefore).toBeLessThan(100 * MB);
  } finally {
    house.signalDatabase("SIGCONT");
  }

  await expect.poll(async () => (await call("/organizations")).status).toBe(200);
  await untilAnswering(house.db);
  await expectNothingLost(house.db, load);
  await load.finish();
  await expectEverythingOnce(house.db, load);
});

test("a frozen database whose queue of callers is full gives 503 all the same", async ({ onTestFinished }) => {
  const house = await embeddedHouse();
  onTestFinished(() => house.stop());
  const call = await signIn(house.url);
  house.signalDatabase("SIGSTOP");
  const backlog = await fillBacklog(house.databaseSocket());
  try {
    const answers = await Promise.all(
      Array.from({ length: ASKING }, async () => [await call("/organizations"), await call("/supportlog/tags")]),
    );
    expect(backlog.length).toBeGreaterThan(10);
    for (const { status, text } of answers.flat()) {
      expect([status, text]).toEqual([503, expect.stringContaining("The database does not answer")]);
    }
  } finally {
    house.signalDatabase("SIGCONT");
    for (const socket of backlog) socket.destroy();
  }
  await expect.poll(async () => (await call("/organizations")).status).toBe(200);
});

/** Dials a database that accepts nobody until the system takes no more callers for it. */
async function fillBacklog(path: string): Promise<Socket[]> {
  const waiting: Socket[] = [];
  for (;;) {
    const socket = connect(path);
    const failure = await new Promise<unknown>((resolve) => {
      socket.once("connect", () => resolve(null)).once("error", resolve);
    });
    if (failure !== null) return waiting;
    waiting.push(socket);
    socket.on("error", () => {});
  }
}
