import wrtc, { type Candidate } from "@roamhq/wrtc";

/** A viewer's end of a stream, with the frames it has seen. */
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
    sink.onframe = ({ frame }) => void frames.push(brightnessSum(frame.data));
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

/** A number that differs between pictures that differ. */
function brightnessSum(pixels: Uint8ClampedArray): number {
  return pixels.reduce((sum, value, at) => (at % 7 === 0 ? sum + value * (at % 1_009) : sum), 0);
}
