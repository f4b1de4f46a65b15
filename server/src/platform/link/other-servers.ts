import {
  cmd,
  cmdAck,
  cmdProgress,
  invalidMessage,
  rejectedConnection,
  topicOf,
  type Cmd,
  type CmdAck,
  type CmdProgress,
  type InvalidMessage,
  type RejectedConnection,
} from "@groundcrew/shared/link";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { z } from "zod";
import type { Bus } from "../bus/index.ts";
import type { Link } from "./link.ts";
import { unsureNames } from "./unsure-names.ts";

const SUBJECT = "link";
/** How long other servers may take to reply. */
const REPLY_MS = SECOND_MS;

const station = z.string().max(200);

const linkMessage = z.discriminatedUnion("kind", [
  /** A command to a station. Each server replies whether it has sent it. */
  z.object({ kind: z.literal("command"), station, command: cmd }),
  /** A station's message about a command of another server. */
  z.object({ kind: z.literal("answered"), station, answer: cmdAck }),
  z.object({ kind: z.literal("progressed"), station, progress: cmdProgress }),
  /** The station's connection has to end. */
  z.object({ kind: z.literal("disconnect"), station }),
  /** A server has connected to NATS: it may have missed what was sent shortly before. */
  z.object({ kind: z.literal("joined") }),
  /** Each server replies with what it has rejected. */
  z.object({ kind: z.literal("list_rejections") }),
]);
type LinkMessage = z.output<typeof linkMessage>;

const sent = z.object({ isSent: z.boolean() });

/** Connections, which are null if the broker does not report them, and messages that a server has rejected, latest first. */
const rejections = z.object({ connections: z.array(rejectedConnection).nullable(), messages: z.array(invalidMessage) });
export type Rejections = z.output<typeof rejections>;

/** Handles what stations send about commands. */
type AnswerHandler = {
  answered: (station: string, answer: CmdAck) => void;
  progressed: (station: string, progress: CmdProgress) => void;
};

type ServedLink = Pick<Link, "publish" | "disconnect"> & { rejections: () => Promise<Rejections> };

/** The connections of stations to other servers. */
export type OtherServers = AnswerHandler & {
  /** Lets the server that a station is connected to send a command. False if none has sent it. */
  sendCommand: (station: string, command: Cmd) => Promise<boolean>;
  /** Sets the handler of what stations send other servers about commands of this one. */
  handleAnswers: (handler: AnswerHandler) => void;
  /** Sent again once NATS is reached, if it may not have arrived: a station that has connected again meanwhile does so once more. */
  disconnect: (station: string) => void;
  /** The rejections of each. A server that does not reply is left out. */
  rejections: () => Promise<Rejections[]>;
  /** Begins to do the same for them. */
  serve: (link: ServedLink) => void;
};

/** A server that is alone, or whose broker all servers share. */
export const NO_OTHER_SERVERS: OtherServers = {
  sendCommand: async () => false,
  answered: () => {},
  progressed: () => {},
  handleAnswers: () => {},
  disconnect: () => {},
  rejections: async () => [],
  serve: () => {},
};

/** Reaches stations that are connected to other servers, over NATS. `count` is the number of other servers. */
export function otherServers(
  bus: Pick<Bus, "isConnected" | "publish" | "ask" | "subscribe" | "onConnected" | "onLost">,
  count: () => number,
): OtherServers {
  let handler: AnswerHandler = NO_OTHER_SERVERS;
  const send = (message: LinkMessage) => bus.publish(SUBJECT, JSON.stringify(message));
  const disconnects = unsureNames((name) => send({ kind: "disconnect", station: name }));

  function ask(message: LinkMessage, replies: number): AsyncIterable<Uint8Array> {
    return bus.ask(SUBJECT, JSON.stringify(message), { replies, timeoutMs: REPLY_MS });
  }

  async function answer(message: LinkMessage, link: ServedLink): Promise<object | void> {
    switch (message.kind) {
      case "command":
        return { isSent: await link.publish(topicOf(message.station, "cmd"), JSON.stringify(message.command)) };
      case "list_rejections":
        return link.rejections();
      case "disconnect":
        return link.disconnect(message.station);
      case "joined":
        return disconnects.joined();
      case "answered":
        return handler.answered(message.station, message.answer);
      case "progressed":
        return handler.progressed(message.station, message.progress);
    }
  }

  return {
    async sendCommand(name, command) {
      const servers = count();
      if (servers === 0 || !bus.isConnected()) return false;
      let refusals = 0;
      for await (const reply of ask({ kind: "command", station: name, command }, servers)) {
        if (read(reply, sent)?.isSent === true) return true;
        refusals += 1;
      }
      // A server that has not replied may have sent it.
      return refusals < servers;
    },
    answered: (name, message) => void send({ kind: "answered", station: name, answer: message }),
    progressed: (name, progress) => void send({ kind: "progressed", station: name, progress }),
    handleAnswers: (handle) => void (handler = handle),
    disconnect: (name) => disconnects.send(name),
    rejections: async () => (count() === 0 ? [] : rejectionsIn(ask({ kind: "list_rejections" }, count()))),
    serve(link) {
      bus.subscribe(SUBJECT, async (payload, reply) => {
        const message = read(payload, linkMessage);
        const answered = message && (await answer(message, link));
        if (answered) reply(JSON.stringify(answered));
      });
      bus.onLost(() => disconnects.lost());
      bus.onConnected(() => {
        send({ kind: "joined" });
        disconnects.connected();
      });
    },
  };
}

async function rejectionsIn(replies: AsyncIterable<Uint8Array>): Promise<Rejections[]> {
  const found: Rejections[] = [];
  for await (const reply of replies) {
    const list = read(reply, rejections);
    if (list) found.push(list);
  }
  return found;
}

/** The rejections of all servers together: of each station the latest one, and latest first. */
export function mergeRejections(all: readonly Rejections[]): Rejections {
  const lists = all.flatMap(({ connections }) => (connections === null ? [] : [connections]));
  return {
    connections: lists.length === 0 ? null : latest(lists.flat(), (one: RejectedConnection) => one.last_tried),
    messages: latest(
      all.flatMap(({ messages }) => messages),
      (one: InvalidMessage) => one.last_received,
    ),
  };
}

function latest<One extends { station: string }>(all: readonly One[], timeOf: (one: One) => string): One[] {
  const sorted = all.toSorted((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1));
  return [...Map.groupBy(sorted, (one) => one.station).values()].flatMap((same) => same.slice(0, 1));
}

/** The value in a payload; undefined if it is none of the schema. */
function read<Schema extends z.ZodType>(payload: Uint8Array, schema: Schema): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(Buffer.from(payload).toString())).data;
  } catch {
    return undefined;
  }
}
