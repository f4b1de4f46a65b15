// A station with nothing but an MQTT client: node docs/example-station.ts <name> <secret> [broker] [file]. See station-link.md.
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { connect } from "mqtt";

const [name = "", password = "", broker = "mqtt://127.0.0.1:1883", file = `${name}.json`] = process.argv.slice(2);
const topicOf = (kind: string) => `st/1/${name}/${kind}`;
const status = { door: "closed", pad: "empty", internal_temperature: 71 };
const snapshot = () => ({ time: Date.now() / 1000, status });
const started = { kind: "door", event_id: randomUUID(), occurred: Date.now(), facts: { door: "closed" } };
type Acks = { code: number; output: { boot: number; server_time: number }; ids: string[] };
type Heard = Acks & { id: string; name: string; instance: string; expires_at: number };

// What a power cut must not wipe out: how often it has started, and what happened that the server has not stored yet.
let memory = { boot: 0, outbox: [started].slice(1) };
if (existsSync(file)) memory = JSON.parse(readFileSync(file, "utf8"));
keep({ boot: memory.boot + 1, outbox: [...memory.outbox, started] });
const tellEvents = () => memory.outbox.slice(0, 100).forEach((event) => say("event", event));
const answers = new Map<string, object>(); // A command is done once, and answered again as it was the first time.
let [seq, failures, isAccepted, aheadMs] = [0, 0, false, 0];
let client = dial();
setInterval(() => isAccepted && say("tele", { snapshot: snapshot() }), 60_000);
setInterval(() => (isAccepted ? tellEvents() : client.end(true)), 30_000); // What was lost on the way is said again.

function dial() {
  const will = { topic: topicOf("death"), payload: Buffer.from(JSON.stringify({ v: 1, boot: memory.boot })) };
  const login = { clientId: name, username: name, password, will: { ...will, qos: 1 as const } };
  const dialled = connect(broker, { ...login, reconnectPeriod: 0 });
  const topics = ["birth_ack", "event_ack", "cmd"].map(topicOf);
  const capabilities = { cameras: [], streams: 0, commands: ["ping"], events: ["door"] };
  const birth = { station_type: "atlas", version_api: "1.0.0", capabilities, config: null, snapshot: snapshot() };
  dialled.on("connect", () => dialled.subscribe(topics, { qos: 1 }, () => say("birth", birth)));
  dialled.on("message", (topic, payload) => hear(topic, JSON.parse(payload.toString())));
  dialled.on("error", (error) => process.stderr.write(`${error.message}\n`));
  dialled.on("close", () => {
    isAccepted = false;
    setTimeout(() => (client = dial()), Math.min(60_000, 1_000 * 2 ** failures++) * (0.5 + Math.random() / 2));
  });
  return dialled;
}
function hear(topic: string, { id, code, output, ids, instance, ...heard }: Heard) {
  if (topic.endsWith("event_ack")) return keep({ outbox: memory.outbox.filter((one) => !ids.includes(one.event_id)) });
  if (topic.endsWith("cmd")) {
    const late = { code: 3, message: "It came too late." };
    const done = heard.name === "ping" ? { code: 0, message: "" } : { code: 1, message: "Only ping is known here." };
    const answer = Date.now() + aheadMs > heard.expires_at ? late : done;
    answers.set(id, answers.get(id) ?? { v: 1, id, instance, ...answer, output: null });
    return client.publish(topicOf("cmd_ack"), JSON.stringify(answers.get(id)), { qos: 1 });
  }
  if (code === 2) keep({ boot: output.boot + 1 }); // Its own counter was lost. The will carries it, so it dials anew.
  if (code !== 0) return client.end(true);
  [failures, isAccepted, aheadMs] = [0, true, output.server_time - Date.now()];
  return tellEvents();
}
function say(kind: string, data: object) {
  const message = { v: 1, id: randomUUID(), boot: memory.boot, seq: ++seq, ts: Date.now(), data };
  client.publish(topicOf(kind), JSON.stringify(message), { qos: 1 });
}
function keep(change: Partial<typeof memory>) {
  memory = { ...memory, ...change };
  writeFileSync(`${file}.part`, JSON.stringify(memory), { flush: true });
  renameSync(`${file}.part`, file);
}
