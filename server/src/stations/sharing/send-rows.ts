import type { Bus } from "../../platform/bus/index.ts";
import type { StateChange } from "../board/board.ts";
import { shownState } from "../board/shown-state.ts";
import { messages } from "./metrics.ts";
import { MAX_BYTES, MAX_STATIONS } from "./row-messages.ts";

/** A message ends when it has so many bytes, so that others get the first of many changes early. */
const ENOUGH_BYTES = MAX_BYTES / 4;
/** A change that is longer is left to the database. */
const MAX_CHANGE_BYTES = MAX_BYTES / 2;

type SendOptions = {
  bus: Pick<Bus, "publish" | "isConnected">;
  format: string;
  /** Name of this server. */
  server: string;
  /** The organization of a station; undefined for one that is not on the board. */
  orgOf: (station: string) => number | undefined;
  /** Whether there are other servers. */
  isReceived: () => boolean;
};

/** Sends what this server has changed to the others. What cannot be sent is missing in the sequence, so that the others notice. */
export function rowSender({ bus, format, server, orgOf, isReceived }: SendOptions) {
  const head = JSON.stringify({ format, server }).slice(0, -1);
  let sequence = 0;

  function send(subject: string, rest: string): void {
    sequence += 1;
    const isSent = bus.publish(subject, `${head},"sequence":${sequence},${rest}}`);
    if (isSent) messages.inc({ direction: "sent" });
  }

  function refresh(stations: readonly string[]): void {
    for (let at = 0; at < stations.length; at += MAX_STATIONS) {
      send("servers", `"kind":"refresh","stations":${JSON.stringify(stations.slice(at, at + MAX_STATIONS))}`);
    }
  }

  /** Sends changes of stations of one organization. */
  function sendWritten(orgId: number | undefined, changes: readonly StateChange[]): void {
    let texts: string[] = [];
    let bytes = 0;
    const flush = () => {
      if (texts.length > 0) send(`rows.${orgId ?? "unknown"}`, `"kind":"written","changes":[${texts.join()}]`);
      [texts, bytes] = [[], 0];
    };
    for (const change of changes) {
      const text = JSON.stringify({ ...change, state: shownState(change.state) });
      if (Buffer.byteLength(text) > MAX_CHANGE_BYTES) {
        refresh([change.name]);
        continue;
      }
      texts.push(text);
      bytes += text.length;
      if (bytes >= ENOUGH_BYTES || texts.length === MAX_STATIONS) flush();
    }
    flush();
  }

  return {
    written: (changes: readonly StateChange[]): void => {
      // One that is missing is as good as many, and costs nothing. A server that comes later reads what has changed.
      if (!bus.isConnected() || !isReceived()) return void (sequence += 1);
      for (const [orgId, own] of Map.groupBy(changes, ({ name }) => orgOf(name))) sendWritten(orgId, own);
    },
    refresh,
    alive: () => send("servers", '"kind":"alive"'),
    stopped: () => send("servers", '"kind":"stopped"'),
  };
}
