import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { getStation } from "@groundcrew/shared/stations";
import { expect, test } from "vitest";
import { testDatabase } from "./database.ts";
import { addLoad } from "./crash-load.ts";
import { killableServer } from "./killable-server.ts";
import { connectStation, sendMessage } from "./station.ts";
import { birthOf, envelope } from "./stations.ts";
import { signIn } from "./writing-person.ts";

const { db, url: DATABASE_URL } = await testDatabase();
const NAME = "gc-000000000001";
/** Longer than any delay caused by load, so that the server detects the pause. `npm run test:deep` sets `FROZEN_SERVER_S`. */
const FROZEN_MS = Number(process.env["FROZEN_SERVER_S"] ?? 8) * 1_000;

test("a server that was frozen shows no station as offline before stations had time to reconnect", async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), "frozen-"));
  const server = killableServer({ DATABASE_URL, DATA_DIR });
  try {
    const { url, brokerPort } = await server.start();
    await addLoad(db);
    const call = await signIn(url);
    const isUp = async () => {
      const reply = await call(`/stations/${NAME}`);
      return reply.status === 200 && getStation.replies[200].parse(JSON.parse(reply.text)).last_online_status;
    };
    const station = await connectStation(brokerPort, NAME);
    await sendMessage(station, "birth", birthOf(envelope(1, 1)));
    await expect.poll(isUp).toBe(true);

    server.signal("SIGSTOP");
    await after(FROZEN_MS);
    // The station closes its connection, because the broker does not answer its pings.
    station.stream.destroy();
    server.signal("SIGCONT");
    // Once a later unknown client is rejected, the broker knows that the connection has ended.
    await connectStation(brokerPort, "gc-stranger").catch(() => undefined);
    const seen: boolean[] = [];
    for (let look = 0; look < 10; look++) {
      seen.push(await isUp());
      await after(200);
    }
    expect(seen).toEqual(seen.map(() => true));

    const again = await connectStation(brokerPort, NAME);
    await sendMessage(again, "birth", birthOf(envelope(1, 2)));
    await sendMessage(again, "death", { v: 1, boot: 1 });
    // A station that has reconnected and then disconnects is offline.
    await expect.poll(isUp).toBe(false);
    await again.endAsync();
  } finally {
    await server.stop();
    await rm(DATA_DIR, { recursive: true, force: true });
  }
});
