import { createServer } from "node:http";
import { parentPort, workerData } from "node:worker_threads";
import {
  problemReply,
  textReply,
  type OpsAnswer,
  type OpsCall,
  type OpsListening,
  type OpsReply,
  type OpsSetup,
} from "./ops-replies.ts";

/** Listens for operators in a thread of its own, so that a busy main thread counts as alive. */
function runOpsThread(main: NonNullable<typeof parentPort>, { host, port, pulse, pulseMs, mostSilentMs }: OpsSetup) {
  const waiting = new Map<number, (reply: OpsReply) => void>();
  main.on("message", ({ id, ...reply }: OpsAnswer) => waiting.get(id)?.(reply));
  let [id, last, silentMs] = [0, 0, 0];
  // Counted, not read from a clock: after a pause of the whole process, no thread has been silent.
  setInterval(() => {
    const now = Atomics.load(pulse, 0);
    silentMs = now === last ? silentMs + pulseMs : 0;
    last = now;
  }, pulseMs);

  const alive = () =>
    silentMs < mostSilentMs
      ? textReply(200, "alive\n")
      : problemReply(503, `The main thread has done nothing for ${Math.round(silentMs / 1_000)} s.`);

  const server = createServer((request, response) => {
    const send = ({ status, headers, body }: OpsReply) => response.writeHead(status, headers).end(body);
    if (request.method !== "GET" && request.method !== "HEAD")
      return send(problemReply(405, "Only GET is answered here."));
    const path = request.url?.split("?")[0] ?? "/";
    if (path === "/healthz") return send(alive());
    const call: OpsCall = { id: ++id, path };
    waiting.set(call.id, send);
    response.once("close", () => waiting.delete(call.id));
    main.postMessage(call);
  });
  server.listen(port, host, () => {
    const address = server.address();
    const listening: OpsListening = { port: address !== null && typeof address === "object" ? address.port : port };
    main.postMessage(listening);
  });
}

if (parentPort) runOpsThread(parentPort, workerData);
