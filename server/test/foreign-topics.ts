import { topicOf } from "@groundcrew/shared/link";

/** A topic for a station, which may be that of another one. */
type TopicFor = (own: string, other: string) => string;

const TOPICS = ["birth", "death", "tele", "event", "cmd_ack", "cmd_progress", "req", "cmd", "event_ack"] as const;
/** Topics that a station must not send to. */
export const FORGERIES: [string, TopicFor][] = [
  ...TOPICS.map((topic): [string, TopicFor] => [`another's ${topic}`, (_, of) => topicOf(of, topic)]),
  ["what the server says to it", (own) => topicOf(own, "cmd")],
  ["a topic that does not exist", (own) => `st/1/${own}/secrets`],
  ["a topic below its own", (own) => `${topicOf(own, "tele")}/more`],
  ["a topic above its own", (own) => `st/1/${own}`],
  ["the broker's own", () => "$SYS/broker/clients"],
  ["the branch of the servers", () => topicOf("console", "tele")],
];

/** Filters that a station must not receive anything by, except for its own commands. */
export const FILTERS: [string, TopicFor][] = [
  ["everything", () => "#"],
  ["everything below the root", () => "st/1/#"],
  ["everybody's commands", () => topicOf("+", "cmd")],
  ["another's commands", (_, of) => topicOf(of, "cmd")],
  ["another's branch", (_, of) => `st/1/${of}/#`],
  ["another's telemetry", (_, of) => topicOf(of, "tele")],
  ["the broker's own", () => "$SYS/#"],
  ["what the servers share", () => `$share/groundcrew/${topicOf("+", "tele")}`],
  ["all that is shared", () => "$share/groundcrew/#"],
];
