import { commands } from "@groundcrew/shared/link";
import { iceServers, STREAM_HEARTBEAT } from "@groundcrew/shared/streams";
import type { z } from "zod";
import { done, refuse, type Outcome } from "../outcome.ts";
import type { Filmed, Share } from "./feeds.ts";
import type { MediaAsk } from "./messages.ts";
import { openSender, type Sender } from "./sender.ts";

type Stream = { station: string; sender: Sender; silence: NodeJS.Timeout };
type Open = z.output<typeof commands.stream_open.data>;

const SILENCE_MS = STREAM_HEARTBEAT.interval_ms * STREAM_HEARTBEAT.missed_max;
/** Each viewer has an encoder, a tenth of a core. */
const MOST = { station: 4, all: 24 } as const;

/** All live streams of a fleet, and what is asked about them. */
export function liveStreams(feeds: { watch(of: Filmed): Share }) {
  const streams = new Map<string, Stream>();

  function close(id: string): void {
    const stream = streams.get(id);
    if (!stream) return;
    streams.delete(id);
    clearTimeout(stream.silence);
    stream.sender.close();
  }

  async function open({ stream: id, cameras, turn }: Open, { station, cameras: known }: MediaAsk): Promise<Outcome> {
    const wanted = cameras.map((one) => known.find((camera) => camera.id === one));
    const filmed = wanted.flatMap((camera) => (camera ? [{ station, camera }] : []));
    if (filmed.length < cameras.length) return refuse("failed", "There is no such camera.");
    const ofStation = [...streams.values()].filter((one) => one.station === station).length;
    if (streams.has(id) || ofStation >= MOST.station || streams.size >= MOST.all) {
      return refuse("busy", "The station sends as many streams as it can.");
    }
    const shares = filmed.map((of) => feeds.watch(of));
    const sender = openSender({ iceServers: iceServers(turn), shares, onBroken: () => close(id) });
    streams.set(id, { station, sender, silence: setTimeout(() => close(id), SILENCE_MS) });
    const [offer, ...flaws] = await Promise.all([sender.offer(), ...shares.map(({ ready }) => ready)]);
    const flaw = flaws.find((sentence) => sentence !== null);
    if (flaw === undefined) return done({ sdp_offer: offer });
    close(id);
    return refuse("failed", flaw);
  }

  async function obey(asked: MediaAsk): Promise<Outcome> {
    const read = readAsked(asked);
    if (!read) return refuse("invalid", "What came with the command does not fit it.");
    if (read.name === "stream_open") return open(read.data, asked);
    const stream = streams.get(read.data.stream);
    if (stream?.station !== asked.station) {
      return read.name === "stream_close" ? done(null) : refuse("gone", "The stream has ended.");
    }
    switch (read.name) {
      case "stream_candidate": {
        const { candidate, sdp_mid: sdpMid, sdp_m_line_index: sdpMLineIndex } = read.data;
        await stream.sender.addCandidate({ candidate, sdpMid, sdpMLineIndex });
        break;
      }
      case "stream_answer":
        await stream.sender.answer(read.data.sdp);
        break;
      case "stream_heartbeat":
        stream.silence.refresh();
        break;
      case "stream_close":
        close(read.data.stream);
        break;
    }
    return done(null);
  }

  return { obey, closeAll: () => [...streams.keys()].forEach(close) };
}

type Asked = {
  [N in MediaAsk["name"]]: { name: N; data: z.output<(typeof commands)[N]["data"]> };
}[MediaAsk["name"]];

function readAsked({ name, data }: MediaAsk): Asked | null {
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
