import type { Bus } from "../platform/bus/index.ts";
import type { Pauses } from "../platform/clock/index.ts";
import { startEvents, startTelemetry } from "../ingest/index.ts";
import {
  mergeRejections,
  NO_OTHER_SERVERS,
  openCommands,
  otherServers,
  type Commands,
  type Link,
  type MessageReader,
  type Rejections,
} from "../platform/link/index.ts";
import type { PreparedDatabase } from "./set-up-database.ts";
import { openStationLink, openThreadedLink } from "../station-link/index.ts";
import { rowLines, type Board, type CatchUp, type WrittenState } from "../stations/index.ts";

/** The connection to the stations, in both directions. */
export type Stations = {
  link: StationLink & {
    /** The same of all servers. */
    allRejections: () => Promise<Rejections>;
  };
  commands: Commands;
  /** The broker's address on this machine or network. */
  brokerUrl: string;
  /** The address at which stations reach the broker; null when only its operator knows it. */
  brokerPublicUrl: string | null;
};

/** The link as other parts of the server use it, in whichever thread it runs. */
type StationLink = Pick<Link, "handle" | "start" | "publish" | "disconnect" | "stop"> & {
  reader: Pick<MessageReader, "read">;
  isUp: () => Promise<boolean>;
  /** Those of this server. */
  rejections: () => Promise<Rejections>;
  /** The metrics of each other thread. */
  metrics: () => Promise<object[][]>;
};

/** `server` is the name of this server, `bus` the connection to the others. */
type LinkedParts = Pick<CatchUp, "refresh" | "show" | "otherServers"> & {
  board: Board;
  server: string;
  pauses: Pauses;
  bus: Bus | null;
};

/** Opens the link and starts to store stations' messages, in this thread or in another one. */
export async function openLink(context: PreparedDatabase, parts: LinkedParts): Promise<Stations> {
  const { now, own } = context;
  const { board, server, bus } = parts;
  const others = bus === null ? NO_OTHER_SERVERS : otherServers(bus, parts.otherServers);
  const { link, ...addresses } = openThreadedLink({ ...context, ...parts }) ?? (await openHere(context, parts));
  const isUp = (station: string) => board.isUp(station);
  const commands = openCommands({ link, server, isUp, others, now });
  own({
    async stop() {
      await commands.stop();
      await link.stop();
    },
  });
  await link.start();
  others.serve(link);
  const ofAll: Stations["link"] = {
    ...link,
    disconnect(station) {
      link.disconnect(station);
      others.disconnect(station);
    },
    allRejections: async () => mergeRejections([await link.rejections(), ...(await others.rejections())]),
  };
  return { link: ofAll, commands, brokerUrl: addresses.brokerUrl(), brokerPublicUrl: addresses.brokerPublicUrl() };
}

async function openHere(context: PreparedDatabase, { board, refresh, show, server, pauses }: LinkedParts) {
  const { config, db, now, log, own } = context;
  const opened = await openStationLink({ ...context, server });
  const { link, isOwn, rejectedConnections, brokerUrl, brokerPublicUrl } = opened;
  const linesOf = rowLines();
  const showChanges = (changes: readonly WrittenState[]) => show(linesOf(changes));
  // Stopped after the link, so that everything received over the link is still written.
  const silentSince = async (since: number) => board.silentSince(since);
  own(startTelemetry({ db, link, show: showChanges, silentSince, server, now, pauses, isOwnBroker: isOwn, log }));
  own(startEvents({ db, link, refresh, limits: config.eventLimits, now, log }));
  const stationLink: StationLink = {
    ...link,
    isUp: async () => link.connected(),
    rejections: async () => ({ connections: rejectedConnections(), messages: link.reader.invalidMessages() }),
    metrics: async () => [],
  };
  return { link: stationLink, brokerUrl, brokerPublicUrl };
}
