import * as link from "@groundcrew/shared/link";
import { exampleIn, inputSchema, VERSION, type Schema } from "./document.ts";

const GUIDE = "station-link.md";

type Kind = { schema: Schema; title: string; summary: string };
/** Reply topics by request topic. */
const REPLIES = new Map([
  ["birth", "birth_ack"],
  ["event", "event_ack"],
  ["cmd", "cmd_ack"],
]);

type KindTopic = Exclude<link.Topic, "req" | "req_ack">;

/** Every kind of message, by its topic. `req` and `req_ack` are reserved. */
const KINDS: Record<KindTopic, Kind> = {
  birth: {
    schema: link.birth,
    title: "Birth",
    summary: "First message of a connection: everything the station knows about itself.",
  },
  birth_ack: {
    schema: link.birthAck,
    title: "Reply to a birth",
    summary: "Accepted or not, with the server's clock, the pace of telemetry and the highest boot counter known.",
  },
  death: {
    schema: link.death,
    title: "Death",
    summary: "The station's MQTT will, which it also publishes before it disconnects.",
  },
  tele: {
    schema: link.tele,
    title: "Snapshot",
    summary: "The current state of the station, or a past one from while the link was down.",
  },
  event: { schema: link.event, title: "Event", summary: "Something that happened, sent until it is acknowledged." },
  event_ack: { schema: link.eventAck, title: "Acknowledgement of events", summary: "Events that are stored for good." },
  cmd: {
    schema: link.cmd,
    title: "Command",
    summary: "A request of the server to the station. The content of `data` depends on `name`: see the schemas.",
  },
  cmd_ack: { schema: link.cmdAck, title: "Result of a command", summary: "The outcome of a command, sent once." },
  cmd_progress: {
    schema: link.cmdProgress,
    title: "Progress of a command",
    summary: "How far a command has progressed.",
  },
};

/** The station link as an AsyncAPI 3 document, from the station's point of view, generated from the server's schemas. */
export function stationLink(): object {
  const kinds = Object.entries(KINDS);
  return {
    asyncapi: "3.0.0",
    info: {
      title: "Station link",
      version: VERSION,
      description:
        "How a station and the server talk, seen from the station: `send` is what a station publishes, `receive` what it " +
        "subscribes to. station-link.md beside this file explains what the messages mean and in which order they are sent.",
    },
    defaultContentType: "application/json",
    servers: { broker: broker() },
    channels: Object.fromEntries(kinds.map(([topic, { title }]) => [topic, channelOf(topic, title)])),
    operations: Object.fromEntries(kinds.map(([topic]) => [topic, operationOf(topic)])),
    components: {
      messages: Object.fromEntries(kinds.map(([topic, kind]) => [topic, messageOf(topic, kind)])),
      schemas: Object.fromEntries(Object.values(link.commands).flatMap(schemasOf)),
      securitySchemes: { station: { type: "userPassword", description: "The station's name and its own secret." } },
    },
  };
}

function broker() {
  return {
    host: "localhost:1883",
    protocol: "mqtt",
    protocolVersion: "3.1.1",
    description: "Client id and user name are the station's name, and the session is clean.",
    security: [{ $ref: "#/components/securitySchemes/station" }],
    bindings: {
      mqtt: {
        clientId: "gc-0123456789ab",
        cleanSession: true,
        lastWill: { topic: "st/1/gc-0123456789ab/death", qos: 1, retain: false },
      },
    },
  };
}

function channelOf(topic: string, title: string) {
  return {
    address: `st/1/{station}/${topic}`,
    title,
    parameters: { station: { description: "The station's name." } },
    messages: { [topic]: { $ref: `#/components/messages/${topic}` } },
  };
}

function operationOf(topic: string) {
  const from = Object.entries(link.TOPICS).find(([name]) => name === topic)?.[1];
  return {
    action: from === "station" ? "send" : "receive",
    channel: { $ref: `#/channels/${topic}` },
    messages: [{ $ref: `#/channels/${topic}/messages/${topic}` }],
    ...replyTo(topic),
    // An external broker gets commands at QoS 0, so that it does not queue them for a station that is offline.
    bindings: { mqtt: { qos: topic === "cmd" ? 0 : 1, retain: false } },
  };
}

function replyTo(topic: string) {
  const reply = REPLIES.get(topic);
  if (reply === undefined) return {};
  return {
    reply: { channel: { $ref: `#/channels/${reply}` }, messages: [{ $ref: `#/channels/${reply}/messages/${reply}` }] },
  };
}

function messageOf(topic: string, { schema, title, summary }: Kind) {
  const payload = { ...inputSchema(schema), ...dataSchemas(topic) };
  return { title, summary, payload, examples: [{ payload: exampleIn(GUIDE, topic) }] };
}

/**
 * The schemas of a command's `data` by its name, and of a result's `output`, which does not name its command. Unknown names are allowed,
 * because a later server may send them.
 */
function dataSchemas(topic: string): object {
  const names = Object.keys(link.commands);
  const ref = (name: string, part: string) => ({ $ref: `#/components/schemas/${name}_${part}` });
  const unknownName = { properties: { name: { not: { enum: names } } } };
  const known = names.map((name) => ({ properties: { name: { const: name }, data: ref(name, "data") } }));
  if (topic === "cmd") return { anyOf: [...known, unknownName] };
  const outputs = [{ type: "null" }, ...names.map((name) => ref(name, "output"))];
  return topic === "cmd_ack" ? { allOf: [{ properties: { output: { anyOf: outputs } } }] } : {};
}

function schemasOf({ name, data, output }: link.Command): [string, object][] {
  return [
    [`${name}_data`, inputSchema(data)],
    [`${name}_output`, inputSchema(output)],
  ];
}
