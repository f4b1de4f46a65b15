// A complete station on top of an MQTT client: <name> <password> [broker] [state file] [--ca <CA certificate>]
import { log } from "node:console";
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { connect } from "mqtt";

const caIndex = process.argv.indexOf("--ca");
const tls = caIndex > 0 && { ca: readFileSync(process.argv.splice(caIndex, 2)[1]) };
const [name, password, broker = "mqtt://127.0.0.1:1883", file = `${name}.json`] = process.argv.slice(2);
const topicOf = (kind) => `st/1/${name}/${kind}`;
const status = { system: "IDLE", door: "closed", pad: "empty", internal_temperature: 71 };
const charger_info = { batteries: [1, 2].map((slot) => ({ slot, status: "COMPLETE", charger_level: 100 })) };
const readSensors = () => ({ time: Date.now() / 1000, error_message: null, status, charger_info });
const capabilities = { cameras: [], streams: 0, commands: ["ping"], events: ["swap", "resent"] };
const envelope = (data) => ({ v: 1, id: randomUUID(), boot: state.boot, seq: ++seq, ts: Date.now(), data });
const publish = (kind, data) => client.publish(topicOf(kind), JSON.stringify(envelope(data)), { qos: 1 });
const state = { boot: 0, outbox: [], kept: [], keptSince: Date.now(), request: null };
if (existsSync(file)) Object.assign(state, JSON.parse(readFileSync(file, "utf8")));
const eventOf = (kind, facts) => ({ kind, event_id: randomUUID(), occurred: Date.now(), facts });
const swap = eventOf("swap", { job_id: randomUUID(), seconds: 94, slot_in: 1, slot_out: 3 }); // One at each start.
save({ boot: state.boot + 1, outbox: [...state.outbox, swap] }); // Must survive a power cut.
let [client, seq, failures, clockOffsetMs, timers, replies] = [null, 0, 0, 0, [], new Map()];
const handlers = {
  [topicOf("birth_ack")]({ code, message, output }) {
    log(`${name}: ${message}`);
    if (code === 2) save({ boot: output.boot + 1 }); // The counter was lost; the will contains it too.
    if (code === 1 || code === 3) failures = 6; // An early retry would not help.
    if (code !== 0) return client.end(true);
    timers.forEach(clearTimeout);
    [failures, clockOffsetMs] = [0, output.server_time - Date.now()];
    timers = [setInterval(() => publish("tele", { snapshot: readSensors() }), output.telemetry_max_s * 1_000)];
    if (output.resend) resend(output.resend.id, Date.now() - (output.server_time - output.resend.since));
    publishEvents(10);
  },
  [topicOf("event_ack")]({ ids }) {
    const [outbox, stored] = [false, true].map((is) => state.outbox.filter((e) => ids.includes(e.event_id) === is));
    const at = Date.now();
    const all = [...state.kept, ...stored.filter(({ kind }) => kind !== "resent").map((event) => ({ event, at }))];
    const kept = all.slice(-5_000).filter((one) => one.at > at - 7 * 86_400_000); // A week, and 5,000 at most.
    save({ outbox, kept, keptSince: all.at(-kept.length - 1)?.at ?? state.keptSince });
    if (outbox[0]?.kind === "resent") publish("event", outbox[0]);
  },
  [topicOf("cmd")]({ id, instance, name: command, expires_at }) {
    const result = command === "ping" ? [0, ""] : [1, "This station supports only ping."];
    const [code, message] = Date.now() + clockOffsetMs > expires_at ? [3, "The command arrived too late."] : result;
    if (!replies.has(id)) setTimeout(() => replies.delete(id), 86_400_000); // Each command is executed once.
    replies.set(id, replies.get(id) ?? JSON.stringify({ v: 1, id, instance, code, message, output: null }));
    client.publish(topicOf("cmd_ack"), replies.get(id), { qos: 1 });
  },
};
openConnection();
function openConnection() {
  const payload = JSON.stringify({ v: 1, boot: state.boot, seq: seq + 1 }); // The seq of the birth that follows.
  const will = { topic: topicOf("death"), payload, qos: 1 };
  client = connect(broker, { clientId: name, username: name, password, will, reconnectPeriod: 0, ...tls });
  timers = [setTimeout(() => client.end(true), 30_000)]; // Waits for the reply to the birth.
  const birth = { station_type: "atlas", version_api: "1.0.0", capabilities, config: null, snapshot: readSensors() };
  client.on("connect", () => client.subscribe(Object.keys(handlers), { qos: 1 }, () => publish("birth", birth)));
  const read = async (topic, text) => handlers[topic](JSON.parse(text));
  client.on("message", (topic, payload) => read(topic, payload.toString()).catch(log));
  client.on("error", log).once("close", () => {
    timers.forEach(clearTimeout);
    setTimeout(openConnection, Math.min(60_000, 1_000 * 2 ** failures++) * (0.5 + Math.random() / 2));
  });
}
function resend(request, after) {
  if (request === state.request) return;
  const again = state.kept.filter(({ at }) => at > after).map(({ event }) => event);
  const resent = eventOf("resent", { request, events: again.length, complete: state.keptSince <= after });
  save({ request, kept: state.kept.filter(({ at }) => at <= after), outbox: [...again, resent, ...state.outbox] });
}
function publishEvents(waitS) {
  const end = state.outbox.findIndex(({ kind }, index) => kind === "resent" && index > 0); // After all before it.
  state.outbox.slice(0, end < 0 ? 100 : Math.min(end, 100)).forEach((event) => publish("event", event));
  timers[1] = setTimeout(publishEvents, waitS * 1_000, Math.min(120, 2 * waitS)); // 10, 20, 40 …
}
function save(change) {
  writeFileSync(`${file}.part`, JSON.stringify(Object.assign(state, change)), { flush: true });
  renameSync(`${file}.part`, file);
}
