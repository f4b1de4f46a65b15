import type { Bus } from "../../platform/bus/index.ts";
import { messages } from "./metrics.ts";
import { MAX_LINE_BYTES, type RowLine } from "./row-lines.ts";
import { MAX_BYTES, MAX_STATIONS } from "./row-messages.ts";

/** A message ends when it has so many bytes, so that others get the first of many changes early. */
const ENOUGH_BYTES = MAX_BYTES / 4;

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

  function send(subject: string, rest: string, lines: readonly string[] = []): void {
    sequence += 1;
    const isSent = bus.publish(subject, [`${head},"sequence":${sequence},${rest}}`, ...lines].join("\n"));
    if (isSent) messages.inc({ direction: "sent" });
  }

  function refresh(stations: readonly string[]): void {
    for (let at = 0; at < stations.length; at += MAX_STATIONS) {
      send("servers", `"kind":"refresh","stations":${JSON.stringify(stations.slice(at, at + MAX_STATIONS))}`);
    }
  }

  /** Sends lines of stations of one organization. */
  function sendWritten(orgId: number | undefined, lines: readonly RowLine[]): void {
    let texts: string[] = [];
    let bytes = 0;
    const flush = () => {
      if (texts.length > 0) send(`rows.${orgId ?? "unknown"}`, '"kind":"written"', texts);
      [texts, bytes] = [[], 0];
    };
    for (const { name, text } of lines) {
      if (text.length > MAX_LINE_BYTES) {
        refresh([name]);
        continue;
      }
      texts.push(text);
      bytes += text.length;
      if (bytes >= ENOUGH_BYTES || texts.length === MAX_STATIONS) flush();
    }
    flush();
  }

  return {
    written: (lines: readonly RowLine[]): void => {
      // One that is missing is as good as many, and costs nothing. A server that comes later reads what has changed.
      if (!bus.isConnected() || !isReceived()) return void (sequence += 1);
      for (const [orgId, own] of Map.groupBy(lines, ({ name }) => orgOf(name))) sendWritten(orgId, own);
    },
    refresh,
    alive: () => send("servers", '"kind":"alive"'),
    stopped: () => send("servers", '"kind":"stopped"'),
  };
}
