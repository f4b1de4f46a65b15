import type { ConnectionFault } from "@groundcrew/shared/link";

/** Reasons for which the broker rejects a station. */
export const connectionFaultTexts: Record<ConnectionFault, string> = {
  qos_2: "It publishes with QoS 2. The station link has QoS 0 and 1.",
  retained: "It publishes with the retain flag, which the station link does not allow.",
  foreign_topic: "It publishes to a topic that is not one of its own.",
  foreign_subscription: "It subscribes to a topic that is not one of its own, or with a wildcard.",
  too_large: "It sends a packet that is larger than the station link allows.",
  malformed: "It sends a packet that is not MQTT 3.1.1.",
  replaced: "Its connection is replaced again and again: two devices use this name and password.",
};
