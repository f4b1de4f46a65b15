/** The server sends something at least this often, if only a comment (s). A client that receives nothing for longer has lost the connection. */
export const LIVE_HEARTBEAT_S = 5;
/** Volatile fields are sent this often (s); clock skew, uptime and currents only every sixth time. */
export const LIVE_VOLATILE_S = 10;
/** The most stations of which a client can ask to be notified of every message. */
export const MAX_NAMED_STATIONS = 16;
