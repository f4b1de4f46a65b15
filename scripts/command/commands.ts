import type { Command } from "./command.ts";

const isOne = (given: string[]) => given.length === 1;
const isNone = (given: string[]) => given.length === 0;

const START = {
  usage: "groundcrew start [--faults FILE] [--camera DEVICE]",
  summary: "Runs the server until it is stopped.",
};

/** An end of the audit log, such as `2318:9f86…`. */
const CHAIN_END = /^\d{1,15}:[0-9a-f]{64}$/;

/** Every command but `start`, which is a program of its own. What a command needs is loaded when it runs. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  [
    "backup",
    {
      kind: "configured",
      usage: "groundcrew backup FILE",
      summary: "Writes a backup of database, images and key, also while the server runs.",
      help: [
        "The database is as it was at one moment. The file appears when it is complete, and only this user can read it.",
        "With BACKUP_PASSPHRASE it is encrypted. An existing file is not replaced.",
      ],
      check: isOne,
      run: async (run) => (await import("./backup.ts")).backUp(run),
    },
  ],
  [
    "restore",
    {
      kind: "configured",
      usage: "groundcrew restore FILE",
      summary: "Restores a backup into an empty database.",
      help: [
        "Verifies the backup first, and changes nothing if it is damaged or the database has tables already.",
        "Stop the server before. An interrupted restore can be repeated.",
      ],
      check: isOne,
      run: async (run) => (await import("./backup.ts")).restore(run),
    },
  ],
  [
    "verify",
    {
      kind: "configured",
      usage: "groundcrew verify FILE, or groundcrew verify audit [POSITION:HASH ...]",
      summary: "Compares all checksums of a backup, or recomputes the hashes of the audit log.",
      help: [
        "A backup needs no database. An encrypted one needs its BACKUP_PASSPHRASE.",
        "For the audit log, names the first entry that was changed or removed. Also while the server runs.",
        "POSITION:HASH are ends of the log that were noted earlier, from the output of this command or the server's log.",
      ],
      check: ([what, ...noted]) =>
        what === "audit" ? noted.every((end) => CHAIN_END.test(end)) : what !== undefined && noted.length === 0,
      async run({ positionals, ...run }) {
        const [what, ...noted] = positionals;
        if (what === "audit") return (await import("./verify-audit.ts")).verifyAudit(noted, run);
        return (await import("./backup.ts")).verify({ positionals, ...run });
      },
    },
  ],
  [
    "migrate",
    {
      kind: "configured",
      usage: "groundcrew migrate",
      summary: "Runs the migrations that the database lacks, and ends.",
      help: ["A start runs them too. Migrations cannot be reverted: back up before."],
      check: isNone,
      run: async (run) => (await import("./migrate.ts")).migrateDatabase(run),
    },
  ],
  [
    "doctor",
    {
      kind: "unconfigured",
      usage: "groundcrew doctor",
      summary: "Checks settings, ports, database, broker, disk, backups, clock, certificates, mail and TURN server.",
      help: ["Prints a sentence for each, with what to do. The exit code is 1 if something is wrong. Changes nothing."],
      check: isNone,
      run: async (run) => (await import("./doctor.ts")).runDoctor(run),
    },
  ],
  [
    "admin",
    {
      kind: "configured",
      usage: "groundcrew admin create EMAIL, or groundcrew admin reset-password EMAIL",
      summary: "Creates an admin, or sets a user's password.",
      help: [
        "The password is read from the standard input if that is a pipe or a file; otherwise a random one is printed.",
        "reset-password also ends all sessions of that user and removes their second factors.",
      ],
      check: ([action = "", ...rest]) => ["create", "reset-password"].includes(action) && rest.length === 1,
      async run({ positionals: [action, email = ""], ...run }) {
        const { addAdmin, setNewPassword } = await import("./admin.ts");
        return action === "create" ? addAdmin(email, run) : setNewPassword(email, run);
      },
    },
  ],
  [
    "api",
    {
      kind: "unconfigured",
      usage: "groundcrew api METHOD PATH [BODY]",
      summary: "Makes a call of the HTTP API with an API key, such as groundcrew api GET /stations.",
      help: [
        "GROUNDCREW_KEY is the key, and GROUNDCREW_URL the address of the console, by default http://127.0.0.1:4000.",
        "BODY is JSON, or - to read it from the standard input. /api/docs of the console describes the calls and their scopes.",
      ],
      check: ([method = "", path = "", ...rest]) =>
        /^(GET|HEAD|POST|PUT|PATCH|DELETE)$/.test(method) && path.startsWith("/") && rest.length <= 1,
      run: async (run) => (await import("./api.ts")).callApi(run),
    },
  ],
  [
    "mcp",
    {
      kind: "unconfigured",
      usage: "groundcrew mcp",
      summary: "Offers the calls that read to an assistant (Model Context Protocol), with an API key.",
      help: ["Reads messages from the standard input and writes answers to the standard output. Settings as for api."],
      check: isNone,
      run: async (run) => (await import("./api.ts")).serveAssistant(run),
    },
  ],
]);

const WIDTH = 10;

/** The output of `--help`. */
export function overview(): string {
  const lines = [["start", START] as const, ...COMMANDS].map(
    ([name, { summary }]) => `  ${name.padEnd(WIDTH)}${summary}`,
  );
  return [
    "Groundcrew, an operations console for a fleet of drone stations.",
    "",
    "Usage: groundcrew COMMAND",
    "",
    ...lines,
    "",
    "groundcrew COMMAND --help describes one of them, groundcrew start --help all settings, which are environment variables.",
    "Exit codes: 0 success, 1 failure, 2 wrong usage.",
  ].join("\n");
}

export function helpOf({ usage, summary, help }: Command): string {
  return [`Usage: ${usage}`, "", summary, ...help].join("\n");
}
