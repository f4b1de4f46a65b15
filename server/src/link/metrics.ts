import { Counter } from "prom-client";

/** Messages taken in, by kind. */
export const messagesReceived = new Counter({
  name: "groundcrew_link_messages_total",
  help: "Messages received from stations, by topic.",
  labelNames: ["topic"],
});

/** Messages that could not be read, by what was wrong with them; each cost itself and nothing else. */
export const invalidMessages = new Counter({
  name: "groundcrew_link_invalid_messages_total",
  help: "Messages from stations that could not be read, by topic and reason.",
  labelNames: ["topic", "reason"],
});

/** Things a station asked of the broker and was refused. */
export const refusals = new Counter({
  name: "groundcrew_link_rejected_total",
  help: "Connections, publications and subscriptions refused to stations, by reason.",
  labelNames: ["reason"],
});

/** Fields of messages that the protocol does not know, and that were therefore ignored. */
export const unknownFields = new Counter({
  name: "groundcrew_link_unknown_fields_total",
  help: "Fields that the protocol does not know, in births and in the first message of each other topic after one, by topic.",
  labelNames: ["topic"],
});

/** Commands sent to stations, by what became of them. */
export const commandsSent = new Counter({
  name: "groundcrew_link_commands_total",
  help: "Commands sent to stations, by command and outcome.",
  labelNames: ["command", "outcome"],
});
