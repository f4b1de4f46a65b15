import { spawn } from "node:child_process";

/** Nothing is lost if a few are late on a busy machine. */
const SIGNS_WITHIN_LIMIT = 3;

type Env = Partial<Record<"NOTIFY_SOCKET" | "WATCHDOG_USEC", string>>;

/**
 * Reports to systemd that the service is ready, and from then on regularly that it is alive, so that systemd restarts a process that hangs
 * (`Type=notify`, `WatchdogSec=`). Does nothing elsewhere. Node has no datagram sockets of this kind, so systemd's own program sends.
 */
export function notifySystemd(env: Env, report: (line: string) => void): { stop: () => Promise<void> } {
  if (env.NOTIFY_SOCKET === undefined) return { stop: async () => {} };
  let hasFailed = false;
  function send(state: string): void {
    const sender = spawn("systemd-notify", [state], { stdio: "ignore" });
    sender.on("error", (error) => {
      if (!hasFailed) report(`systemd cannot be notified: ${error.message}`);
      hasFailed = true;
    });
  }
  send("READY=1");
  const limitMs = Number(env.WATCHDOG_USEC ?? 0) / 1_000;
  const timer = limitMs > 0 ? setInterval(() => send("WATCHDOG=1"), limitMs / SIGNS_WITHIN_LIMIT) : undefined;
  return {
    async stop() {
      clearInterval(timer);
      send("STOPPING=1");
    },
  };
}
