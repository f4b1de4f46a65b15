import { spawn } from "node:child_process";
import { once } from "node:events";

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
  let sent = Promise.resolve();

  async function runSender(state: string): Promise<void> {
    const sender = spawn("systemd-notify", [state], {
      env: { ...process.env, NOTIFY_SOCKET: socket },
      stdio: "ignore",
    });
    try {
      await once(sender, "exit");
    } catch (error) {
      if (!hasFailed) report(`systemd cannot be notified: ${error instanceof Error ? error.message : String(error)}`);
      hasFailed = true;
    }
  }

  /** One after the other: programs that run at the same time end in any order. */
  function send(state: string): Promise<void> {
    sent = sent.then(() => runSender(state));
    return sent;
  }

  void send("READY=1");
  const timer = limitMs > 0 ? setInterval(() => void send("WATCHDOG=1"), limitMs / SIGNS_WITHIN_LIMIT) : undefined;
  return {
    async stop() {
      clearInterval(timer);
      await send("STOPPING=1");
    },
  };
}
