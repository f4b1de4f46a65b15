import { type Config, ConfigError, misspelled, readConfig } from "../../server/src/config/index.ts";
import { checkBackups } from "./check-backups.ts";
import { checkDisks } from "./check-disk.ts";
import { checkClock, checkDatabase, databaseNow, findDatabase } from "./check-database.ts";
import { checkBroker, checkCertificates, checkMail, checkPorts, checkTurn } from "./check-network.ts";
import { checkProxy, checkRunning, findRunning, isOwn } from "./check-running.ts";
import type { Finding } from "./finding.ts";

const MARKS = { ok: "ok      ", note: "note    ", problem: "problem " } as const;

/** `groundcrew doctor`: prints a sentence for each thing that it checks. */
export async function runDoctor({
  env,
  report,
}: {
  env: NodeJS.ProcessEnv;
  report: (line: string) => void;
}): Promise<number> {
  let problems = 0;
  const print = ({ about, state, sentence }: Finding) => {
    if (state === "problem") problems += 1;
    report(`${MARKS[state]}${about.padEnd(14)}${sentence}`);
  };
  const { config, findings } = checkSettings(env);
  findings.forEach(print);
  if (config !== null) await checkAll(config, print);
  report(problems === 0 ? "Nothing is wrong." : `Problems: ${problems}.`);
  return problems === 0 ? 0 : 1;
}

function checkSettings(env: NodeJS.ProcessEnv): { config: Config | null; findings: Finding[] } {
  const about = "settings";
  const notes = misspelled(env).map((sentence) => ({ about, state: "note", sentence }) as const);
  try {
    const config = readConfig(env);
    const sentence = `They are valid, for ${config.mode} mode. Data is kept in ${config.dataDir}.`;
    return { config, findings: [{ about, state: "ok", sentence }, ...notes] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const mistakes = error.message.split("\n").map((sentence) => ({ about, state: "problem", sentence }) as const);
    const rest = { about, state: "note", sentence: "Nothing else was checked. Correct the settings first." } as const;
    return { config: null, findings: [...mistakes, ...notes, rest] };
  }
}

/** Prints each finding as soon as it is known. */
async function checkAll(config: Config, print: (finding: Finding) => void): Promise<void> {
  const database = findDatabase(config);
  const server = findRunning(config);
  // Null if another installation answers.
  const ownServer = server.then((running) => (running !== null && isOwn(config, running) ? running : null));
  const turn = async () => {
    const [found, running] = await Promise.all([database, ownServer]);
    return checkTurn(config, { running: running?.relay ?? null, now: databaseNow(found) });
  };
  const checks: Promise<Finding[]>[] = [
    server.then(async (running) => (running === null ? checkPorts(config) : [checkRunning(config, running)])),
    ownServer.then((running) => (running === null ? [] : checkProxy(config))),
    database.then(async (found) => [...(await checkDatabase(config, found)), ...checkClock(found)]),
    checkBroker(config),
    checkDisks(config),
    database.then((found) => checkBackups(config, found)),
    checkCertificates(config),
    checkMail(config),
    turn(),
  ];
  await Promise.all(checks.map(async (check) => (await check).forEach(print)));
}
