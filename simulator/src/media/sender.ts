import { SECOND_MS } from "@groundcrew/shared/lib";
import type { IceServer } from "@groundcrew/shared/streams";
import wrtc, { type Candidate, type PeerConnection } from "@roamhq/wrtc";
import type { FeedSubscription } from "./feeds.ts";

/** The station's end of a WebRTC connection that sends video. */
export type Sender = {
  /** The offer, with all candidates of the station. */
  offer(): Promise<string>;
  /** Applies the viewer's answer, and then the candidates that arrived before it. */
  answer(sdp: string): Promise<void>;
  addCandidate(candidate: Candidate): Promise<void>;
  close(): void;
};

type SenderOptions = {
  iceServers: IceServer[];
  subscriptions: readonly FeedSubscription[];
  /** Called when the connection has failed for good. */
  onBroken: () => void;
};

const BITS_PER_SECOND = 600_000;
/** Candidates found after this are not used: the API has no call to send them to the viewer. */
const GATHER_MS = 2 * SECOND_MS;
const MAX_EARLY_CANDIDATES = 200;

// Every browser supports VP8. Without other codecs the offer is short.
const codecs = wrtc.RTCRtpSender.getCapabilities("video").codecs.filter(({ mimeType }) =>
  /\/(VP8|rtx)$/i.test(mimeType),
);

export function openSender({ iceServers, subscriptions, onBroken }: SenderOptions): Sender {
  const peer = new wrtc.RTCPeerConnection({ iceServers, iceTransportPolicy: "all", bundlePolicy: "max-bundle" });
  for (const { track } of subscriptions) {
    const sendEncodings = [{ maxBitrate: BITS_PER_SECOND }];
    peer.addTransceiver(track, { direction: "sendonly", sendEncodings }).setCodecPreferences(codecs);
  }
  peer.onconnectionstatechange = () => {
    if (peer.connectionState === "failed") onBroken();
  };
  let isAnswered = false;
  let isClosed = false;
  const earlyCandidates: Candidate[] = [];

  async function apply(candidate: Candidate): Promise<void> {
    if (isClosed || candidate.candidate === "") return;
    // An unusable candidate, such as a name that only the viewer's network can resolve, must not fail the stream.
    await peer.addIceCandidate(candidate).catch(() => {});
  }

  return {
    async offer() {
      const candidatesFound = waitForCandidates(peer);
      await peer.setLocalDescription(await peer.createOffer());
      await candidatesFound;
      return peer.localDescription?.sdp ?? "";
    },
    async answer(sdp) {
      await peer.setRemoteDescription({ type: "answer", sdp });
      isAnswered = true;
      for (const candidate of earlyCandidates.splice(0)) await apply(candidate);
    },
    async addCandidate(candidate) {
      if (isAnswered) await apply(candidate);
      else if (earlyCandidates.length < MAX_EARLY_CANDIDATES) earlyCandidates.push(candidate);
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      peer.onconnectionstatechange = null;
      peer.onicecandidate = null;
      for (const subscription of subscriptions) subscription.release();
      peer.close();
    },
  };
}

/** Resolves when all candidates are known or the time is up, because an unreachable relay must not block the others. */
function waitForCandidates(peer: PeerConnection): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, GATHER_MS);
    peer.onicecandidate = ({ candidate }) => {
      if (candidate) return;
      clearTimeout(timer);
      resolve();
    };
  });
}
