import { type Config, ConfigError } from "../server/src/platform/config/index.ts";

/** The sentences to print after a failed start or command, without a stack. `config` is null if it could not be read. */
export function describeFailure(error: unknown, config: Config | null): string {
  if (error instanceof ConfigError) return error.message;
  if (!(error instanceof Error)) return `Groundcrew failed: ${String(error)}`;
  const code = "code" in error ? error.code : null;
  const path = "path" in error ? String(error.path) : (config?.dataDir ?? "the data");
  switch (code) {
    case "EADDRINUSE":
      return `${portName(error, config)} is in use by another program, perhaps another Groundcrew. ${OTHER_PORT}`;
    case "EACCES":
    case "EPERM":
    case "EROFS":
      if ("syscall" in error && error.syscall === "listen") {
        return `${portName(error, config)} may not be used by this user. Choose a port above 1023.`;
      }
      return `This user may not write to ${path}. Choose another DATA_DIR, or start as its owner.`;
    case "EEXIST":
      return "syscall" in error && error.syscall === "mkdir"
        ? `${path} is a file; DATA_DIR must be a folder.`
        : firstLine(error.message);
    case "ENOTDIR":
    case "ENOENT":
      return "syscall" in error && error.syscall === "mkdir"
        ? `The folder ${path} cannot be created (${code}). Choose another DATA_DIR.`
        : firstLine(error.message);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `HOST, MQTT_HOST or RELAY_ADDRESS is not an address of this machine: ${error.message}.`;
    // The same error as ENOSPC, reported by PostgreSQL.
    case "53100":
      if (config !== null && config.databaseUrl !== null) {
        return "The disk of the database in DATABASE_URL is full. Free some space there and start again.";
      }
      return diskFull(config?.dataDir ?? path);
    case "ENOSPC":
    case "EDQUOT":
      return diskFull(config?.dataDir ?? path);
    default:
      return firstLine(error.message);
  }
}

function diskFull(folder: string): string {
  return `The disk that holds ${folder} is full. Free some space and start again.`;
}

const OTHER_PORT = "Stop that one, or set PORT, OPS_PORT or MQTT_PORT to another.";

/** `Port 4000 (PORT)`. */
function portName(error: Error, config: Config | null): string {
  const port = "port" in error && typeof error.port === "number" ? error.port : null;
  if (port === null) return "A port";
  const broker = config?.broker.kind === "embedded" ? config.broker.port : null;
  const names = {
    [String(config?.port)]: "PORT",
    [String(config?.opsPort)]: "OPS_PORT",
    [String(broker)]: "MQTT_PORT",
  };
  const name = names[String(port)];
  return name === undefined ? `Port ${port}` : `Port ${port} (${name})`;
}

function firstLine(text: string): string {
  const [line = ""] = text.trim().split("\n");
  return line === "" ? "Groundcrew failed for an unknown reason." : line;
}
