import { Counter } from "prom-client";

/** Messages received, by topic. */
export const messagesReceived = new Counter({
  name: "groundcrew_link_messages_total",
  help: "Messages received from stations, by topic.",
  labelNames: ["topic"],
});

/** Invalid messages, by topic and reason. */
export const invalidMessages = new Counter({
  name: "groundcrew_link_invalid_messages_total",
  help: "Messages from stations that could not be parsed, by topic and reason.",
  labelNames: ["topic", "reason"],
});

/** What the broker rejected, by reason. */
export const rejections = new Counter({
  name: "groundcrew_link_rejected_total",
  help: "Rejected connections, publications and subscriptions of stations, by reason.",
  labelNames: ["reason"],
});

/** Unknown message fields, which are ignored. */
export const unknownFields = new Counter({
  name: "groundcrew_link_unknown_fields_total",
  help: "Fields that the protocol does not know, in births and in the first message of each other topic after one, by topic.",
  labelNames: ["topic"],
});

/** Commands sent to stations, by command and outcome. */
export const commandsSent = new Counter({
  name: "groundcrew_link_commands_total",
  help: "Commands sent to stations, by command and outcome.",
  labelNames: ["command", "outcome"],
});
