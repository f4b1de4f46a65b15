/** The STUN and TURN servers that help the two ends of a stream to connect; null for each that does not exist. */
export type Relay = {
  stun: { host: string; port: number } | null;
  /** `secret` is shared with the relay (`static-auth-secret` of coturn). */
  turn: { host: string; port: number; protocol: "udp" | "tcp" | "tls"; secret: string } | null;
};
