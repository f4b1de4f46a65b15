import { topicOf } from "@groundcrew/shared/link";
import { expect, onTestFinished, test } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { LIMITS } from "../../test/link-server.ts";
import { connectStation } from "../../test/station.ts";
import { addOrganization, addStation } from "../../test/stations.ts";
import { startLinkThread } from "./link-thread.ts";

const { db, url } = await testDatabase();
const FLOODING = "gc-000000000001";
const OTHER = "gc-000000000002";
const MESSAGES = 20;
/** So long that only a few are read at once. */
const LONG = "x".repeat(30_000);

test("a station whose message for the main thread is not handled yet has to wait with the next ones", async () => {
  const orgId = await addOrganization(db, "Harbor Air");
  for (const name of [FLOODING, OTHER]) await addStation(db, { name, org_id: orgId });
  const received: { station: string; id: number }[] = [];
  const thread = await startLinkThread(
    {
      broker: { host: "127.0.0.1", port: 0 },
      databaseUrl: url,
      server: "one",
      eventLimits: LIMITS,
      config: { mode: "production", logLevel: "fatal", traces: null },
      forwarded: ["cmd_ack"],
    },
    {
      onMessage(message, from) {
        if (message.kind === "silent_since") from.confirmHandled(message.id);
        if (message.kind === "received") received.push({ station: message.message.station, id: message.id });
      },
      onCrash(error) {
        throw error;
      },
    },
  );
  onTestFinished(() => thread.stop());
  const connect = async (name: string) => {
    const client = await connectStation(thread.port(), name);
    onTestFinished(() => client.endAsync(true));
    return () => void client.publish(topicOf(name, "cmd_ack"), LONG, { qos: 1 });
  };
  const countOf = (name: string) => received.filter(({ station }) => station === name).length;
  const flood = await connect(FLOODING);
  for (let nth = 0; nth < MESSAGES; nth++) flood();
  const publish = await connect(OTHER);
  publish();
  await expect.poll(() => countOf(OTHER)).toBe(1);
  // What has arrived together with the first one is not stopped.
  expect(countOf(FLOODING)).toBeLessThan(MESSAGES);
  await expect
    .poll(() => {
      for (const { id } of received) thread.confirmHandled(id);
      return countOf(FLOODING);
    })
    .toBe(MESSAGES);
});
