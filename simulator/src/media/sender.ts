import { SECOND_MS } from "@groundcrew/shared/lib";
import type { IceServer } from "@groundcrew/shared/streams";
import wrtc, { type Candidate, type PeerConnection } from "@roamhq/wrtc";
import type { Share } from "./feeds.ts";

/** The station's end of a WebRTC connection that sends video. */
export type Sender = {
  /** The offer, with all candidates of this end. */
  offer(): Promise<string>;
  /** Takes the viewer's answer; the candidates that came before it are taken then. */
  answer(sdp: string): Promise<void>;
  addCandidate(candidate: Candidate): Promise<void>;
  close(): void;
};

type SenderOptions = {
  iceServers: IceServer[];
  shares: readonly Share[];
  /** The connection has broken for good. */
  onBroken: () => void;
};

const BITS_PER_SECOND = 600_000;
/** The console has no call for candidates of a station: those found later are lost. */
const GATHER_MS = 2 * SECOND_MS;
const MAX_EARLY_CANDIDATES = 200;

// Every browser can show VP8; with nothing else in it the offer stays short.
const codecs = wrtc.RTCRtpSender.getCapabilities("video").codecs.filter(({ mimeType }) =>
  /\/(VP8|rtx)$/i.test(mimeType),
);

export function openSender({ iceServers, shares, onBroken }: SenderOptions): Sender {
  const peer = new wrtc.RTCPeerConnection({ iceServers, iceTransportPolicy: "all", bundlePolicy: "max-bundle" });
  for (const { track } of shares) {
    const sendEncodings = [{ maxBitrate: BITS_PER_SECOND }];
    peer.addTransceiver(track, { direction: "sendonly", sendEncodings }).setCodecPreferences(codecs);
  }
  peer.onconnectionstatechange = () => {
    if (peer.connectionState === "failed") onBroken();
  };
  let isAnswered = false;
  let isClosed = false;
  const early: Candidate[] = [];

  async function take(candidate: Candidate): Promise<void> {
    if (isClosed || candidate.candidate === "") return;
    // One that cannot be used, such as a name that only the viewer's network knows, is no failure of the stream.
    await peer.addIceCandidate(candidate).catch(() => {});
  }

  return {
    async offer() {
      const isGathered = gathered(peer);
      await peer.setLocalDescription(await peer.createOffer());
      await isGathered;
      return peer.localDescription?.sdp ?? "";
    },
    async answer(sdp) {
      await peer.setRemoteDescription({ type: "answer", sdp });
      isAnswered = true;
      for (const candidate of early.splice(0)) await take(candidate);
    },
    async addCandidate(candidate) {
      if (isAnswered) await take(candidate);
      else if (early.length < MAX_EARLY_CANDIDATES) early.push(candidate);
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      peer.onconnectionstatechange = null;
      peer.onicecandidate = null;
      for (const share of shares) share.release();
      peer.close();
    },
  };
}

/** Resolves when all candidates are known, or it has taken long enough: a relay that is away must not hold up the others. */
function gathered(peer: PeerConnection): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, GATHER_MS);
    peer.onicecandidate = ({ candidate }) => {
      if (candidate) return;
      clearTimeout(late);
      resolve();
    };
  });
}
