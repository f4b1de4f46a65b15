import {
  addIceCandidate,
  answerStream,
  keepStreamOpen,
  closeStream,
  openStream,
  type Stream,
  type TurnServers,
} from "@groundcrew/shared/streams";
import { onTestFinished } from "vitest";
import type { FakeServer } from "./fake-server.ts";

/** Servers that do not exist: both ends are in this page and connect directly. */
const servers: TurnServers = {
  stun_url: "127.0.0.1",
  stun_port: 9,
  turn_protocol: null,
  turn_url: null,
  turn_port: null,
  username: null,
  credential: null,
};

/** The response that opens a stream without a station. */
export function sampleStream(differences: Partial<Stream> = {}): Stream {
  return { id: "0".repeat(32), sdp_offer: "v=0", turn: servers, ...differences };
}

/** Serves the calls of a stream that succeed without a station. */
export function serveStreamCalls(server: FakeServer): void {
  server.on(addIceCandidate, async () => ({ status: 204 as const, body: null }));
  server.on(answerStream, async () => ({ status: 204 as const, body: null }));
  server.on(keepStreamOpen, async () => ({ status: 204 as const, body: null }));
  server.on(closeStream, async () => ({ status: 204 as const, body: null }));
}

/** A station whose cameras send live video: a peer connection in this page for each stream, which films a canvas. */
export function startFilming(server: FakeServer) {
  const peers = new Map<string, RTCPeerConnection>();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [320, 180];
  const context = canvas.getContext("2d");
  const video = canvas.captureStream(30);
  let isFilming = true;
  let frames = 0;

  function draw(): void {
    if (!context || !isFilming) return;
    frames += 1;
    context.fillStyle = `hsl(${frames * 7} 80% 50%)`;
    context.fillRect(0, 0, canvas.width, canvas.height);
  }

  // A worker's timer keeps running while a test stops the page's clock.
  const ticks = new Blob(["setInterval(() => postMessage(0), 33)"], { type: "text/javascript" });
  const worker = new Worker(URL.createObjectURL(ticks));
  worker.addEventListener("message", draw);

  serveStreamCalls(server);
  server.on(openStream, async () => {
    const peer = new RTCPeerConnection();
    const id = String(peers.size).padStart(32, "0");
    peers.set(id, peer);
    for (const track of video.getTracks()) peer.addTrack(track.clone(), video);
    await peer.setLocalDescription();
    await gathered(peer);
    return { status: 201 as const, body: sampleStream({ id, sdp_offer: peer.localDescription?.sdp ?? "" }) };
  });
  server.on(answerStream, async ({ params, body }) => {
    await peers.get(params.stream)?.setRemoteDescription({ type: "answer", sdp: body.sdp });
    return { status: 204 as const, body: null };
  });
  server.on(addIceCandidate, async ({ params, body: { candidate, sdp_mid, sdp_m_line_index } }) => {
    const line = { candidate, sdpMid: sdp_mid, sdpMLineIndex: sdp_m_line_index };
    await peers.get(params.stream)?.addIceCandidate(line);
    return { status: 204 as const, body: null };
  });

  onTestFinished(() => {
    worker.terminate();
    for (const peer of peers.values()) peer.close();
    for (const track of video.getTracks()) track.stop();
  });
  return {
    /** The station's end of each stream so far, oldest first. */
    peers: () => [...peers.values()],
    /** The camera's image no longer changes, so that no new frame is sent. */
    freeze: () => void (isFilming = false),
  };
}

async function gathered(peer: RTCPeerConnection): Promise<void> {
  if (peer.iceGatheringState === "complete") return;
  await new Promise<void>((resolve) => {
    peer.addEventListener("icegatheringstatechange", () => peer.iceGatheringState === "complete" && resolve());
  });
}
