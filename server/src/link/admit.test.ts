import { once } from "node:events";
import { createServer } from "node:net";
import { Aedes } from "aedes";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { connectStation } from "../../test/station.ts";
import { admitStations } from "./admit.ts";
import { rememberCuts } from "./cuts.ts";
import { embeddedLink } from "./embedded-link.ts";

const NAME = "gc-0123456789ab";

test("a station whose name was mistyped is among the refused, whatever it calls itself", async () => {
  const log = pino({ level: "silent" });
  const authenticate = async () => "accepted" as const;
  const link = embeddedLink({ host: "127.0.0.1", port: 0, authenticate, now: () => 0, log });
  await link.start();
  onTestFinished(() => link.stop());
  await expect(connectStation(link.port(), "GC-0123456789AF")).rejects.toMatchObject({ code: 4 });
  await expect(connectStation(link.port(), "gc 1\u00e9")).rejects.toMatchObject({ code: 4 });
  expect(link.refused()).toMatchObject([
    { station: "gc?1?", reason: "unknown" },
    { station: "GC-0123456789AF", reason: "unknown", tries: 1 },
  ]);
});

test.each([
  { keepalive: 0, watched: 60 },
  { keepalive: 600, watched: 60 },
  { keepalive: 30, watched: 30 },
])("a station that asks for a keep alive of $keepalive s is watched for $watched", async ({ keepalive, watched }) => {
  const seen: (number | undefined)[] = [];
  const { preConnect } = admitStations({
    authenticate: async () => "accepted",
    cuts: rememberCuts(),
    onVerdict: () => {},
    onRefusal: () => {},
    onFailure: () => {},
  });
  const broker = await Aedes.createBroker({
    preConnect(client, packet, done) {
      preConnect(client, packet, done);
      seen.push(packet.keepalive);
    },
  });
  const server = createServer(broker.handle).listen(0, "127.0.0.1");
  onTestFinished(() => broker.close(() => server.close()));
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The broker has no port.");
  const client = await connectStation(address.port, NAME, { keepalive });
  await client.endAsync();
  expect(seen).toEqual([watched]);
});
