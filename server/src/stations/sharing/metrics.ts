import { Counter } from "prom-client";

export const messages = new Counter({
  name: "groundcrew_nats_messages_total",
  help: "Messages about stations that this server sent to others over NATS or received from them, by direction: sent, received.",
  labelNames: ["direction"],
});

export const gaps = new Counter({
  name: "groundcrew_nats_gaps_total",
  help: "Times that messages of another server were missing, after which what had changed was read from the database.",
});

export const invalidMessages = new Counter({
  name: "groundcrew_nats_invalid_messages_total",
  help: "Messages over NATS, or states in them, that could not be read.",
});
