import { liveEvents, watchLive } from "@groundcrew/shared/live";
import { exampleIn, inputSchema, outputSchema, VERSION, type Schema } from "./document.ts";

const SUMMARIES: Record<keyof typeof liveEvents, string> = {
  hello: "The first event.",
  stations: "Changes of the caller's list of stations since the event before.",
  resync: "The server does not know what the caller has missed.",
  changed: "Something else has changed, which other calls return.",
  bye: "The last event: why the stream ends, and when to connect again.",
};

/** The stream of live changes as an AsyncAPI 3 document, from the client's point of view, generated from the schemas of its events. */
export function live(): object {
  const names = Object.keys(SUMMARIES);
  const messages = Object.entries(liveEvents).map(([name, schema]) => [name, messageOf(name, schema)]);
  return {
    asyncapi: "3.0.0",
    info: {
      title: "Live changes",
      version: VERSION,
      description: `${watchLive.summary} live.md beside this file explains the events.`,
    },
    defaultContentType: "application/json",
    servers: {
      console: {
        host: "localhost:4000",
        protocol: "http",
        description: "The address of the console; HTTPS in production.",
        security: [{ $ref: "#/components/securitySchemes/session" }],
      },
    },
    channels: {
      live: {
        address: watchLive.path,
        title: "Server-sent events",
        messages: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/messages/${name}` }])),
        bindings: { http: {} },
      },
    },
    operations: {
      [watchLive.name]: {
        action: "receive",
        channel: { $ref: "#/channels/live" },
        messages: names.map((name) => ({ $ref: `#/channels/live/messages/${name}` })),
        bindings: { http: { method: watchLive.method, query: inputSchema(watchLive.query), bindingVersion: "0.3.0" } },
      },
    },
    components: {
      messages: Object.fromEntries(messages),
      securitySchemes: {
        session: {
          type: "httpApiKey",
          in: "cookie",
          name: "groundcrew_session",
          description: "Over HTTPS its name begins with `__Host-`.",
        },
      },
    },
  };
}

function messageOf(name: string, schema: Schema) {
  const summary = new Map(Object.entries(SUMMARIES)).get(name);
  return { name, summary, payload: outputSchema(schema), examples: [{ payload: exampleIn("live.md", name) }] };
}
