import wrtc, { type Candidate } from "@roamhq/wrtc";

/** A viewer of a stream; `frames` has a checksum of each frame it received. */
export function openViewer() {
  const peer = new wrtc.RTCPeerConnection({ iceServers: [], iceTransportPolicy: "all", bundlePolicy: "max-bundle" });
  const candidates: Candidate[] = [];
  const frames: number[] = [];
  const sinks: { stop(): void }[] = [];
  peer.onicecandidate = ({ candidate }) => {
    if (candidate) candidates.push(candidate);
  };
  peer.ontrack = ({ track }) => {
    const sink = new wrtc.nonstandard.RTCVideoSink(track);
    sink.onframe = ({ frame }) => void frames.push(checksum(frame.data));
    sinks.push(sink);
  };
  return {
    frames,
    candidates,
    tracks: () => sinks.length,
    async answer(offer: string): Promise<string> {
      await peer.setRemoteDescription({ type: "offer", sdp: offer });
      const answer = await peer.createAnswer();
      await peer.setLocalDescription(answer);
      return answer.sdp;
    },
    close() {
      for (const sink of sinks) sink.stop();
      peer.close();
    },
  };
}

/** A checksum that differs between different frames. */
function checksum(pixels: Uint8ClampedArray): number {
  return pixels.reduce((sum, value, index) => (index % 7 === 0 ? sum + value * (index % 1_009) : sum), 0);
}
