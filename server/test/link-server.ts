import { pino } from "pino";
import type { Db } from "../src/platform/db/index.ts";
import { startEvents, startTelemetry } from "../src/ingest/index.ts";
import { openCommands, type Link } from "../src/platform/link/index.ts";
import { Board, startCatchUp, type StateChange } from "../src/stations/index.ts";

const log = pino({ level: "silent" });
/** More than any test sends. */
export const LIMITS = { perSecond: 1_000_000, errorsPerDay: 1_000_000 };
export const EVERYTHING = { orgId: null, admin: true };

export type LinkServerOptions<L extends Link> = {
  db: Db;
  url: string;
  /** The unique name of the server. */
  server: string;
  link: L;
  /** Whether its broker is its own. */
  isOwn: boolean;
  now: () => number;
};

/** The station side of a server on a real database: births, telemetry, events and commands, without the API. */
export async function openLinkServer<L extends Link>({ db, url, server, link, isOwn, now }: LinkServerOptions<L>) {
  const board = new Board(now);
  const catchUp = await startCatchUp({ db, url, board, server, log });
  const received: string[] = [];
  const tapped = tap(link, (line) => received.push(line));
  const show = (changes: readonly StateChange[]) => changes.forEach((change) => board.putState(change));
  const silentSince = async (since: number) => board.silentSince(since);
  const telemetry = startTelemetry({ db, link: tapped, show, silentSince, server, now, isOwnBroker: isOwn, log });
  const events = startEvents({ db, link: tapped, refresh: catchUp.refresh, limits: LIMITS, now, log });
  const find = (station: string) => board.find(station, EVERYTHING);
  const isUp = (station: string) => board.isUp(station);
  const commands = openCommands({ link: tapped, server, isUp, now });
  await link.start();
  return {
    server,
    publish: (topic: string, payload: string) => link.publish(topic, payload),
    commands,
    /** Station and topic of every received message. */
    received,
    find,
    isUp,
    /** Waits until the effects of everything that stations have sent or done so far are stored. */
    settle: async (): Promise<void> => {
      await events.settle();
      await telemetry.settle();
    },
    stop: async (): Promise<void> => {
      await commands.stop();
      await link.stop();
      await events.stop();
      await telemetry.stop();
      await catchUp.stop();
    },
  };
}
export type LinkServer = Awaited<ReturnType<typeof openLinkServer>>;

/** The same link, which reports station and topic of every received message before it is handled. */
export function tap<L extends Link>(link: L, onReceived: (line: string) => void): L {
  const handle: Link["handle"] = (topic, handleMessage) =>
    link.handle(topic, (message) => {
      onReceived(`${message.station} ${message.topic}`);
      return handleMessage(message);
    });
  return { ...link, handle };
}
