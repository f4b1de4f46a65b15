/** The part of `@roamhq/wrtc` that is used here. Its own types depend on a browser's. */
declare module "@roamhq/wrtc" {
  export type Frame = { width: number; height: number; data: Uint8ClampedArray };
  export type Track = { stop(): void };
  export type Codec = { mimeType: string };
  export type Candidate = { candidate: string; sdpMid: string | null; sdpMLineIndex: number | null };
  export type Description = { type: "offer" | "answer"; sdp: string };

  export interface VideoSource {
    createTrack(): Track;
    onFrame(frame: Frame): void;
  }

  export interface VideoSink {
    onframe: ((event: { frame: Frame }) => void) | null;
    stop(): void;
  }

  export interface PeerConnection {
    readonly connectionState: string;
    readonly localDescription: Description | null;
    onicecandidate: ((event: { candidate: Candidate | null }) => void) | null;
    ontrack: ((event: { track: Track }) => void) | null;
    onconnectionstatechange: (() => void) | null;
    addTransceiver(
      track: Track,
      init: { direction: "sendonly"; sendEncodings: { maxBitrate: number }[] },
    ): { setCodecPreferences(codecs: Codec[]): void };
    createOffer(): Promise<Description>;
    createAnswer(): Promise<Description>;
    setLocalDescription(description: Description): Promise<void>;
    setRemoteDescription(description: Description): Promise<void>;
    addIceCandidate(candidate: Candidate): Promise<void>;
    close(): void;
  }

  const wrtc: {
    RTCPeerConnection: new (config: {
      iceServers: { urls: string; username?: string; credential?: string }[];
      iceTransportPolicy: "all" | "relay";
      bundlePolicy: "max-bundle";
    }) => PeerConnection;
    RTCRtpSender: { getCapabilities(kind: "video"): { codecs: Codec[] } };
    nonstandard: {
      RTCVideoSource: new () => VideoSource;
      RTCVideoSink: new (track: Track) => VideoSink;
      rgbaToI420(this: void, rgba: Frame, i420: Frame): void;
    };
  };
  export { wrtc as default };
}
