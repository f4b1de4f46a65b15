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

/** The events of one run of a stream. None is called after it was stopped. */
export type RunEvents = {
  onOpened: (id: string) => void;
  onTrack: (media: MediaStream) => void;
  onFailed: (sentence: string) => void;
};

export type StreamRun = { peer: () => RTCPeerConnection | null; iceErrors: () => string[]; stop: () => void };

const CREATE = "Create stream";

/** Opens a stream, from the request to the server to the first frame, and keeps it open until it is stopped or interrupted. */
export function startRun(target: StreamTarget, events: RunEvents): StreamRun {
  const { station } = target;
  let isStopped = false;
  let id: string | null = null;
  let peer: RTCPeerConnection | null = null;
  let stopHeartbeats = () => {};
  const iceErrors: string[] = [];

  function fail(sentence: string): void {
    if (!isStopped) events.onFailed(sentence);
  }

  function connect(stream: Stream): RTCPeerConnection {
    const servers = iceServers(stream.turn);
    if (servers.length === 0) throw new StreamFailure(streamFailures.noCandidates);
    const connection = new RTCPeerConnection({ iceServers: servers, bundlePolicy: "max-bundle" });
    connection.onicecandidate = ({ candidate }) =>
      candidate && sendCandidate({ station, stream: stream.id }, candidate);
    connection.onicecandidateerror = ({ url, errorCode, errorText }) =>
      iceErrors.push(`${url} ${errorCode} ${errorText}`.trim());
    connection.onconnectionstatechange = () => {
      if (connection.connectionState === "failed")
        fail(streamFailures.failed("Connect", "the connection to the station was lost"));
    };
    connection.ontrack = ({ track, streams }) => {
      if (isStopped) return;
      track.onended = () => fail(streamFailures.failed("Receive video", "the station stopped the stream"));
      const params = { station, stream: stream.id };
      stopHeartbeats();
      stopHeartbeats = startHeartbeats(params, (reason) => fail(streamFailures.failed("Heartbeat", reason)));
      events.onTrack(streams[0] ?? new MediaStream([track]));
    };
    return connection;
  }

  async function open(): Promise<void> {
    await settledEndings();
    if (isStopped) return;
    const stream = await create(target);
    id = stream.id;
    // The view was closed during the request.
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
      stopHeartbeats();
      peer?.close();
      if (id !== null) endStream({ station, stream: id });
      else noteEnding(opening);
    },
  };
}

async function create({ station, camera }: StreamTarget): Promise<Stream> {
  const request = { params: { station }, body: { cameras: [camera] } };
  const { body } = await step(CREATE, () => call(openStream, request, { once: randomToken() }));
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
  // Some browsers include addresses that must not be sent to a station.
  if (candidateProblem(text) !== null) return;
  // Failures are ignored: another candidate may work, and the heartbeat notices if the stream has ended.
  void call(addIceCandidate, { params, body: { candidate: text, sdp_mid, sdp_m_line_index } }).catch(() => undefined);
}
