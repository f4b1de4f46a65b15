/** The last part of each topic of a station, and who publishes there. */
export const TOPICS = {
  birth: "station",
  birth_ack: "server",
  death: "station",
  tele: "station",
  event: "station",
  event_ack: "server",
  cmd: "server",
  cmd_ack: "station",
  cmd_progress: "station",
  req: "station",
  req_ack: "server",
} as const;
export type Topic = keyof typeof TOPICS;

const ROOT = "st/1";

/** Topic of one kind of message of one station: `st/1/{station}/{topic}`. */
export function topicOf(station: string, topic: Topic): string {
  return `${ROOT}/${station}/${topic}`;
}

/** Filter that matches one kind of message of every station. Only the server may subscribe to it. */
export function topicOfAll(topic: Topic): string {
  return `${ROOT}/+/${topic}`;
}

/** The station and kind of message of a topic; null for any other topic. */
export function readTopic(topic: string): { station: string; topic: Topic } | null {
  const parts = topic.split("/");
  const [root, version, station, kind] = parts;
  if (parts.length !== 4 || `${root}/${version}` !== ROOT || !station || !isTopic(kind)) return null;
  return { station, topic: kind };
}

/** Whether a station may publish to a topic: only to its own ones that stations publish. */
export function mayPublish(station: string, topic: string): boolean {
  const read = readTopic(topic);
  return read !== null && read.station === station && TOPICS[read.topic] === "station";
}

/** Whether a station may subscribe to a filter: one exact topic of its own that the server publishes. */
export function maySubscribe(station: string, filter: string): boolean {
  const read = readTopic(filter);
  return read !== null && read.station === station && TOPICS[read.topic] === "server";
}

function isTopic(word: string | undefined): word is Topic {
  return word !== undefined && Object.hasOwn(TOPICS, word);
}
