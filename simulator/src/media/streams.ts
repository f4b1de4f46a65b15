import { commands } from "@groundcrew/shared/link";
import { iceServers, STREAM_HEARTBEAT } from "@groundcrew/shared/streams";
import type { z } from "zod";
import { done, refuse, type Outcome } from "../outcome.ts";
import type { CameraRef, FeedSubscription } from "./feeds.ts";
import type { MediaRequest } from "./messages.ts";
import { openSender, type Sender } from "./sender.ts";

type Stream = { station: string; sender: Sender; silence: NodeJS.Timeout };
type Open = z.output<typeof commands.stream_open.data>;

const SILENCE_MS = STREAM_HEARTBEAT.interval_ms * STREAM_HEARTBEAT.missed_max;
/** Each viewer needs an encoder, which uses a tenth of a core. */
const MAX_STREAMS = { station: 4, all: 24 } as const;

/** All live streams of a fleet. `handle` runs a stream command. */
export function createStreams(feeds: { subscribe(camera: CameraRef): FeedSubscription }) {
  const streams = new Map<string, Stream>();

  function close(id: string): void {
    const stream = streams.get(id);
    if (!stream) return;
    streams.delete(id);
    clearTimeout(stream.silence);
    stream.sender.close();
  }

  async function open(
    { stream: id, cameras, turn }: Open,
    { station, cameras: known }: MediaRequest,
  ): Promise<Outcome> {
    const requested = cameras.map((one) => known.find((camera) => camera.id === one));
    const refs = requested.flatMap((camera) => (camera ? [{ station, ...camera }] : []));
    if (refs.length < cameras.length) return refuse("failed", "There is no such camera.");
    const stationStreams = [...streams.values()].filter((one) => one.station === station).length;
    if (streams.has(id) || stationStreams >= MAX_STREAMS.station || streams.size >= MAX_STREAMS.all) {
      return refuse("busy", "The station sends as many streams as it can.");
    }
    const subscriptions = refs.map((camera) => feeds.subscribe(camera));
    const sender = openSender({ iceServers: iceServers(turn), subscriptions, onBroken: () => close(id) });
    streams.set(id, { station, sender, silence: setTimeout(() => close(id), SILENCE_MS) });
    const [offer, ...failures] = await Promise.all([sender.offer(), ...subscriptions.map(({ ready }) => ready)]);
    const failure = failures.find((sentence) => sentence !== null);
    if (failure === undefined) return done({ sdp_offer: offer });
    close(id);
    return refuse("failed", failure);
  }

  async function handle(request: MediaRequest): Promise<Outcome> {
    const command = parseRequest(request);
    if (!command) return refuse("invalid", "The data of the command is invalid.");
    if (command.name === "stream_open") return open(command.data, request);
    const stream = streams.get(command.data.stream);
    if (stream?.station !== request.station) {
      return command.name === "stream_close" ? done(null) : refuse("gone", "The stream has ended.");
    }
    switch (command.name) {
      case "stream_candidate": {
        const { candidate, sdp_mid: sdpMid, sdp_m_line_index: sdpMLineIndex } = command.data;
        await stream.sender.addCandidate({ candidate, sdpMid, sdpMLineIndex });
        break;
      }
      case "stream_answer":
        await stream.sender.answer(command.data.sdp);
        break;
      case "stream_heartbeat":
        stream.silence.refresh();
        break;
      case "stream_close":
        close(command.data.stream);
        break;
    }
    return done(null);
  }

  return { handle, closeAll: () => [...streams.keys()].forEach(close) };
}

type StreamCommand = {
  [N in MediaRequest["name"]]: { name: N; data: z.output<(typeof commands)[N]["data"]> };
}[MediaRequest["name"]];

function parseRequest({ name, data }: MediaRequest): StreamCommand | null {
  switch (name) {
    case "stream_open":
      return withData(name, commands.stream_open.data.safeParse(data).data);
    case "stream_candidate":
      return withData(name, commands.stream_candidate.data.safeParse(data).data);
    case "stream_answer":
      return withData(name, commands.stream_answer.data.safeParse(data).data);
    case "stream_heartbeat":
      return withData(name, commands.stream_heartbeat.data.safeParse(data).data);
    case "stream_close":
      return withData(name, commands.stream_close.data.safeParse(data).data);
  }
}

function withData<N, D>(name: N, data: D | undefined): { name: N; data: D } | null {
  return data === undefined ? null : { name, data };
}
