/** Servers that help the two ends of a stream to find each other; null for each that there is none of. */
export type Relay = {
  stun: { host: string; port: number } | null;
  /** `secret` is shared with the relay (`static-auth-secret` of coturn). */
  turn: { host: string; port: number; protocol: "udp" | "tcp" | "tls"; secret: string } | null;
};
