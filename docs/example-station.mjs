// A station with nothing but an MQTT client: <name> <password> [broker] [state file] [--ca <CA certificate>]
import { log } from "node:console";
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { connect } from "mqtt";

const caAt = process.argv.indexOf("--ca");
const tls = caAt > 0 && { ca: readFileSync(process.argv.splice(caAt, 2)[1]) };
const [name, password, broker = "mqtt://127.0.0.1:1883", file = `${name}.json`] = process.argv.slice(2);
const topicOf = (kind) => `st/1/${name}/${kind}`;
const look = () => ({ time: Date.now() / 1000, status: { door: "closed", internal_temperature: 71 } });
const capabilities = { cameras: [], streams: 0, commands: ["ping"], events: ["door"] };
const wrap = (data) => ({ v: 1, id: randomUUID(), boot: memory.boot, seq: ++seq, ts: Date.now(), data });
const say = (kind, data) => client.publish(topicOf(kind), JSON.stringify(wrap(data)), { qos: 1 });
const memory = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { boot: 0, outbox: [] };
const started = { kind: "door", event_id: randomUUID(), occurred: Date.now(), facts: { door: "closed" } };
keep({ boot: memory.boot + 1, outbox: [...memory.outbox, started] }); // What a power cut must not wipe out.
let [client, seq, failures, aheadMs, timers, answers] = [null, 0, 0, 0, [], new Map()];
const hear = {
  [topicOf("birth_ack")]({ code, message, output }) {
    log(`${name}: ${message}`);
    if (code === 2) keep({ boot: output.boot + 1 }); // Its counter was lost; the will names it too.
    if (code === 1 || code === 3) failures = 6; // Trying soon again is of no use.
    if (code !== 0) return client.end(true);
    timers.forEach(clearTimeout);
    [failures, aheadMs] = [0, output.server_time - Date.now()];
    timers = [setInterval(() => say("tele", { snapshot: look() }), output.telemetry_max_s * 1_000)];
    tellEvents(10);
  },
  [topicOf("event_ack")]: ({ ids }) =>
    keep({ outbox: memory.outbox.filter(({ event_id }) => !ids.includes(event_id)) }),
  [topicOf("cmd")]({ id, instance, name: command, expires_at }) {
    const known = command === "ping" ? [0, ""] : [1, "Only ping is known here."];
    const [code, message] = Date.now() + aheadMs > expires_at ? [3, "It came too late."] : known;
    if (!answers.has(id)) setTimeout(() => answers.delete(id), 86_400_000); // Done once.
    answers.set(id, answers.get(id) ?? JSON.stringify({ v: 1, id, instance, code, message, output: null }));
    client.publish(topicOf("cmd_ack"), answers.get(id), { qos: 1 });
  },
};
dial();
function dial() {
  const payload = JSON.stringify({ v: 1, boot: memory.boot, seq: seq + 1 }); // Names the birth that follows.
  const will = { topic: topicOf("death"), payload, qos: 1 };
  client = connect(broker, { clientId: name, username: name, password, will, reconnectPeriod: 0, ...tls });
  timers = [setTimeout(() => client.end(true), 30_000)]; // For an answer to the birth.
  const birth = { station_type: "atlas", version_api: "1.0.0", capabilities, config: null, snapshot: look() };
  client.on("connect", () => client.subscribe(Object.keys(hear), { qos: 1 }, () => say("birth", birth)));
  const read = async (topic, text) => hear[topic](JSON.parse(text));
  client.on("message", (topic, payload) => read(topic, payload.toString()).catch(log));
  client.on("error", log).once("close", () => {
    timers.forEach(clearTimeout);
    setTimeout(dial, Math.min(60_000, 1_000 * 2 ** failures++) * (0.5 + Math.random() / 2));
  });
}
function tellEvents(waitS) {
  memory.outbox.slice(0, 100).forEach((event) => say("event", event));
  timers[1] = setTimeout(tellEvents, waitS * 1_000, Math.min(120, 2 * waitS)); // 10, 20, 40 …
}
function keep(change) {
  writeFileSync(`${file}.part`, JSON.stringify(Object.assign(memory, change)), { flush: true });
  renameSync(`${file}.part`, file);
}
