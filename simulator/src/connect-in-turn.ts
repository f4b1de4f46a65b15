/** Runs `connect` when it is its turn. Call the returned function once the attempt has succeeded, failed or been given up. */
export type ConnectInTurn = (connect: () => void) => () => void;

/** At most `limit` stations connect at the same time, so that a large fleet connects as fast as the server can accept it. */
export function limitConnecting(limit: number): ConnectInTurn {
  const waiting = new Set<() => void>();
  let connecting = 0;

  return (connect) => {
    let isEnded = false;
    const begin = () => {
      waiting.delete(begin);
      connecting += 1;
      connect();
    };
    if (connecting < limit) begin();
    else waiting.add(begin);
    return () => {
      if (isEnded) return;
      isEnded = true;
      if (waiting.delete(begin)) return;
      connecting -= 1;
      const [next] = waiting;
      next?.();
    };
  };
}

/** For stations that do not wait for others. */
export const connectAtOnce: ConnectInTurn = (connect) => {
  connect();
  return () => {};
};
