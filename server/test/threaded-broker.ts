import { BroadcastChannel } from "node:worker_threads";
import { pino } from "pino";
import { AggregatorRegistry } from "prom-client";
import { expect } from "vitest";
import type { Db } from "../src/platform/db/index.ts";
import { openCommands } from "../src/platform/link/index.ts";
import { threadedLink } from "../src/station-link/index.ts";
import { Board, startCatchUp } from "../src/stations/index.ts";
import type { BrokerSetup } from "./brokers.ts";
import { EVERYTHING, LIMITS, type LinkServer } from "./link-server.ts";
import { valueIn } from "./metrics.ts";

const log = pino({ level: "silent" });
const now = () => Date.now();

/** The embedded broker in a thread of its own, with its one server. */
export async function threadedBroker({ db, url }: { db: Db; url: string }): Promise<BrokerSetup> {
  const server = "one";
  const board = new Board(now);
  const catchUp = await startCatchUp({ db, url, board, server, log });
  const link = threadedLink({
    broker: { host: "127.0.0.1", port: 0 },
    databaseUrl: url,
    server,
    eventLimits: LIMITS,
    config: { mode: "production", logLevel: "fatal", traces: null },
    board,
    refresh: catchUp.refresh,
    show: catchUp.show,
    log,
    script: new URL("tapped-link-thread.ts", import.meta.url),
  });
  const isUp = (station: string) => board.isUp(station);
  const commands = openCommands({ link, server, isUp, now });
  const received: string[] = [];
  const channel = new BroadcastChannel(url);
  channel.onmessage = ({ data }) => received.push(String(data));
  await link.start();

  /** Resolves when nothing waits to be stored. */
  async function settle(): Promise<void> {
    const waiting = async () => valueIn(await AggregatorRegistry.aggregate(await link.metrics()).metrics(), WAITING);
    await expect.poll(waiting).toBe(0);
  }

  async function stop(): Promise<void> {
    await commands.stop();
    await link.stop();
    await catchUp.stop();
    channel.close();
  }

  const find = (station: string) => board.find(station, EVERYTHING);
  const only: LinkServer = {
    server,
    publish: (topic, payload) => link.publish(topic, payload),
    commands,
    received,
    find,
    isUp,
    settle,
    stop,
  };
  return { port: link.port(), servers: [only], cut: (station) => link.disconnect(station), stop };
}

/** It is 0 only when no queue contains anything, and nothing is being stored. */
const WAITING = "groundcrew_ingest_queue_age_seconds";
