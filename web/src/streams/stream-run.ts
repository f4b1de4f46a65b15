import {
  addIceCandidate,
  answerStream,
  candidateProblem,
  iceServers,
  openStream,
  streamFailures,
  type Stream,
} from "@groundcrew/shared/streams";
import { call } from "../api/index.ts";
import { randomToken } from "../lib/index.ts";
import { endStream, noteEnding, settledEndings } from "./endings.ts";
import { startHeartbeats } from "./heartbeat.ts";
import { failureSentence, step, StreamFailure } from "./step.ts";

export type StreamTarget = { station: string; camera: string };

/** Called for the events of one run of a stream, and not after it was stopped. */
export type RunEvents = {
  onOpened: (id: string) => void;
  onTrack: (media: MediaStream) => void;
  onFailed: (sentence: string) => void;
};

export type StreamRun = { peer: () => RTCPeerConnection | null; iceErrors: () => string[]; stop: () => void };

const CREATE = "Create stream";

/** Opens a stream, from asking the server to the first picture, and keeps it until it is stopped or breaks off. */
export function startRun(target: StreamTarget, events: RunEvents): StreamRun {
  const { station } = target;
  let isStopped = false;
  let id: string | null = null;
  let peer: RTCPeerConnection | null = null;
  let stopBeating = () => {};
  const iceErrors: string[] = [];

  function fail(sentence: string): void {
    if (!isStopped) events.onFailed(sentence);
  }

  function connect(stream: Stream): RTCPeerConnection {
    const servers = iceServers(stream.turn);
    if (servers.length === 0) throw new StreamFailure(streamFailures.noCandidates);
    const made = new RTCPeerConnection({ iceServers: servers, bundlePolicy: "max-bundle" });
    made.onicecandidate = ({ candidate }) => candidate && sendCandidate({ station, stream: stream.id }, candidate);
    made.onicecandidateerror = ({ url, errorCode, errorText }) =>
      iceErrors.push(`${url} ${errorCode} ${errorText}`.trim());
    made.onconnectionstatechange = () => {
      if (made.connectionState === "failed")
        fail(streamFailures.failed("Connect", "the connection to the station was lost"));
    };
    made.ontrack = ({ track, streams }) => {
      if (isStopped) return;
      track.onended = () => fail(streamFailures.failed("Receive video", "the station stopped the stream"));
      const beating = { station, stream: stream.id };
      stopBeating();
      stopBeating = startHeartbeats(beating, (reason) => fail(streamFailures.failed("Heartbeat", reason)));
      events.onTrack(streams[0] ?? new MediaStream([track]));
    };
    return made;
  }

  async function open(): Promise<void> {
    await settledEndings();
    if (isStopped) return;
    const stream = await create(target);
    id = stream.id;
    // The view was closed while the server was asked.
    if (isStopped) return endStream({ station, stream: stream.id });
    events.onOpened(stream.id);
    if (!stream.sdp_offer) throw new StreamFailure(streamFailures.noData(CREATE));
    peer = connect(stream);
    await answer(peer, { station, stream });
  }

  const opening = open().catch((error: unknown) => fail(failureSentence(error)));

  return {
    peer: () => peer,
    iceErrors: () => iceErrors,
    stop() {
      if (isStopped) return;
      isStopped = true;
      stopBeating();
      peer?.close();
      if (id !== null) endStream({ station, stream: id });
      else noteEnding(opening);
    },
  };
}

async function create({ station, camera }: StreamTarget): Promise<Stream> {
  const asked = { params: { station }, body: { cameras: [camera] } };
  const { body } = await step(CREATE, () => call(openStream, asked, { once: randomToken() }));
  if (!body?.id) throw new StreamFailure(streamFailures.noData(CREATE));
  return body;
}

async function answer(peer: RTCPeerConnection, { station, stream }: { station: string; stream: Stream }) {
  await step("Read offer", () => peer.setRemoteDescription({ type: "offer", sdp: stream.sdp_offer }));
  const { sdp } = await step("Create answer", () => peer.createAnswer());
  if (!sdp) throw new StreamFailure(streamFailures.noData("Create answer"));
  await step("Use answer", () => peer.setLocalDescription({ type: "answer", sdp }));
  const params = { station, stream: stream.id };
  await step("Send answer", () => call(answerStream, { params, body: { type: "answer", sdp } }));
}

function sendCandidate(params: { station: string; stream: string }, candidate: RTCIceCandidate): void {
  const { candidate: text, sdpMid: sdp_mid, sdpMLineIndex: sdp_m_line_index } = candidate;
  // Some browsers name addresses that must not be sent to a station.
  if (candidateProblem(text) !== null) return;
  // Another of the many candidates may do, and the heartbeat notices when the stream has ended.
  void call(addIceCandidate, { params, body: { candidate: text, sdp_mid, sdp_m_line_index } }).catch(() => undefined);
}
