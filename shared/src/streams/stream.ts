import { z } from "zod";

/**
 * The STUN and TURN servers through which the two sides of a stream connect, each null when there is none. The credentials expire soon
 * after the stream ends.
 */
export const turnServers = z.object({
  stun_url: z.string().nullable(),
  stun_port: z.number().int().nullable(),
  /** `udp`, `tcp` or `tls`. */
  turn_protocol: z.string().nullable(),
  turn_url: z.string().nullable(),
  turn_port: z.number().int().nullable(),
  username: z.string().nullable(),
  credential: z.string().nullable(),
});
export type TurnServers = z.output<typeof turnServers>;

/**
 * A live video stream of a station (specification, section 3). `sdp_offer` is the text of the station's WebRTC offer; `turn` is null
 * without any server.
 */
export const stream = z.object({ id: z.string(), turn: turnServers.nullable(), sdp_offer: z.string() });
export type Stream = z.output<typeof stream>;

/** A server in the form of `RTCIceServer`. */
export type IceServer = { urls: string; username?: string; credential?: string };

/** The servers for a stream's peer connection. Empty when none is usable, which ends in `No ICE candidates`. */
export function iceServers(turn: TurnServers | null): IceServer[] {
  if (turn === null) return [];
  const { turn_protocol: protocol, username, credential } = turn;
  const stun = address("stun", turn.stun_url, turn.stun_port);
  const relay = address(protocol === "tls" ? "turns" : "turn", turn.turn_url, turn.turn_port);
  const transport = protocol === "udp" ? "udp" : "tcp";
  return [
    ...(stun ? [{ urls: stun }] : []),
    ...(relay && username && credential ? [{ urls: `${relay}?transport=${transport}`, username, credential }] : []),
  ];
}

function address(scheme: string, host: string | null, port: number | null): string | null {
  if (!host) return null;
  const hostName = host.replace(/^(?:stuns?|turns?):/, "");
  return port === null ? `${scheme}:${hostName}` : `${scheme}:${hostName}:${port}`;
}
