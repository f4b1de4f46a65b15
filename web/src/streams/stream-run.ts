import {
  addIceCandidate,
  answerStream,
  keepStreamOpen,
  candidateProblem,
  closeStream,
  iceServers,
  openStream,
  STREAM_HEARTBEAT,
  streamFailures,
  type Stream,
} from "@groundcrew/shared/streams";
import { call, CallFailure, errorSentence } from "../data/api/index.ts";
import { randomToken } from "../lib/index.ts";
import { pageValue } from "../page/index.ts";

/** The route parameters of a stream: its station's name and its id. */
type StreamParams = { station: string; stream: string };

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
    await allClosed();
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
      else trackClosing(opening);
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

function sendCandidate(params: StreamParams, candidate: RTCIceCandidate): void {
  const { candidate: text, sdpMid: sdp_mid, sdpMLineIndex: sdp_m_line_index } = candidate;
  // Some browsers include addresses that must not be sent to a station.
  if (candidateProblem(text) !== null) return;
  // Failures are ignored: another candidate may work, and the heartbeat notices if the stream has ended.
  void call(addIceCandidate, { params, body: { candidate: text, sdp_mid, sdp_m_line_index } }).catch(() => undefined);
}

const pendingCloses = pageValue(() => new Set<Promise<unknown>>());

/** Resolves when all streams that this page is ending have ended. Until then the server counts them as open. */
async function allClosed(): Promise<void> {
  await Promise.all(pendingCloses.get());
}

/** Ends a stream on the server, even while the page is being left. */
function endStream(params: StreamParams): void {
  // If the request is lost, the stream ends for lack of heartbeats.
  trackClosing(call(closeStream, { params }, { keepalive: true }).catch(() => undefined));
}

/** Registers the closing of a stream, for `allClosed`. The promise must not reject. */
function trackClosing(ending: Promise<unknown>): void {
  const all = pendingCloses.get();
  all.add(ending);
  void ending.finally(() => all.delete(ending));
}

const ENDED = "the stream has ended";

/**
 * Sends a heartbeat every 5 seconds until the returned function is called. Calls `onLost` with the reason once the stream is over: the
 * server reports it, or has been unreachable for as long as it keeps a stream without heartbeats.
 */
function startHeartbeats(params: StreamParams, onLost: (reason: string) => void): () => void {
  let missed = 0;

  async function heartbeat(): Promise<void> {
    try {
      await call(keepStreamOpen, { params });
      missed = 0;
    } catch (error) {
      missed += 1;
      const status = error instanceof CallFailure ? error.status : null;
      if (status === 404) onLost(ENDED);
      else if (status === 401 || missed >= STREAM_HEARTBEAT.missed_max) onLost(errorSentence(error));
    }
  }

  const timer = setInterval(() => void heartbeat(), STREAM_HEARTBEAT.interval_ms);
  return () => clearInterval(timer);
}

/** A stream that could not be opened or was interrupted. The message is the text to show. */
class StreamFailure extends Error {
  override readonly name = "StreamFailure";
}

/** Runs one step of opening a stream; a failure has the step's name. */
async function step<T>(name: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw new StreamFailure(streamFailures.failed(name, failureReason(error)));
  }
}

function failureReason(error: unknown): string {
  // The browser's own WebRTC message helps to find the cause.
  return error instanceof CallFailure || error instanceof Error ? error.message : String(error);
}

/** The message to show for an error that ended a stream. */
function failureSentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
