import { spawn } from "node:child_process";

/** Nothing is lost if a few are late on a busy machine. */
const SIGNS_WITHIN_LIMIT = 3;

type Systemd = { socket: string; limitMs: number } | null;

/**
 * Takes from the environment how to report to systemd, so that programs that the server starts do not report in its name. Null if systemd has not
 * started it.
 */
export function takeSystemd(env: NodeJS.ProcessEnv): Systemd {
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: limitUs } = env;
  for (const name of ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"]) delete env[name];
  return socket === undefined ? null : { socket, limitMs: Number(limitUs ?? 0) / 1_000 };
}

/**
 * Reports to systemd that the service is ready, and from then on regularly that it is alive, so that systemd restarts a process that hangs
 * (`Type=notify`, `WatchdogSec=`). Node has no datagram sockets of this kind, so systemd's own program sends.
 */
export function notifySystemd(systemd: Systemd, report: (line: string) => void): { stop: () => Promise<void> } {
  if (systemd === null) return { stop: async () => {} };
  const { socket, limitMs } = systemd;
  let hasFailed = false;
  function send(state: string): void {
    const env = { ...process.env, NOTIFY_SOCKET: socket };
    const sender = spawn("systemd-notify", [state], { env, stdio: "ignore" });
    sender.on("error", (error) => {
      if (!hasFailed) report(`systemd cannot be notified: ${error.message}`);
      hasFailed = true;
    });
  }
  send("READY=1");
  const timer = limitMs > 0 ? setInterval(() => send("WATCHDOG=1"), limitMs / SIGNS_WITHIN_LIMIT) : undefined;
  return {
    async stop() {
      clearInterval(timer);
      send("STOPPING=1");
    },
  };
}
