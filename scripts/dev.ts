import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/*
 * npm run dev: the server with its database, broker and simulated fleet, restarted when a file of server/ or shared/ changes; and
 * Vite's development server in front of it, with hot module replacement. Settings and options are those of npm start; PORT is the
 * server's port, WEB_PORT (5173 by default) the one to open.
 */
const root = fileURLToPath(new URL("..", import.meta.url));
const port = process.env["PORT"] ?? "4000";
const webPort = process.env["WEB_PORT"] ?? "5173";

const children = [
  run([
    "--watch",
    "--watch-preserve-output",
    join(root, "scripts", "start.ts"),
    "--api-only",
    ...process.argv.slice(2),
  ]),
  run([join(root, "node_modules", "vite", "bin", "vite.js"), "web", "--port", webPort, "--strictPort"]),
];

console.log(`Open http://localhost:${webPort} once the server is ready; the address it prints is the API's.`);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stop(signal));

function run(args: string[]): ChildProcess {
  const child = spawn(process.execPath, args, { cwd: root, stdio: "inherit", env: { ...process.env, PORT: port } });
  child.once("close", () => stop("SIGTERM"));
  return child;
}

/** Stops both, because neither is useful alone. The process ends when both have ended. */
function stop(signal: NodeJS.Signals): void {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill(signal);
}
