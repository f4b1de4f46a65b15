import { z } from "zod";

/**
 * Where a stream's two ends find each other: a STUN and a TURN server, each null when there is none, with credentials
 * that end soon after the stream does.
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
 * when there is no server at all.
 */
export const stream = z.object({ id: z.string(), turn: turnServers.nullable(), sdp_offer: z.string() });
export type Stream = z.output<typeof stream>;

/** A server as a browser's peer connection takes it. */
export type IceServer = { urls: string; username?: string; credential?: string };

/** The servers a stream's peer connection uses; none when neither is usable, which ends in `No ICE candidates`. */
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
  const bare = host.replace(/^(?:stuns?|turns?):/, "");
  return port === null ? `${scheme}:${bare}` : `${scheme}:${bare}:${port}`;
}
