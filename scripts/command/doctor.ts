import type { Finding } from "@groundcrew/shared/system";
import { type Config, ConfigError, misspelled, readConfig } from "../../server/src/platform/config/index.ts";
import { installationChecks } from "../../server/src/system/checks.ts";
import { checkPorts } from "./check-ports.ts";
import { checkProxy, checkRunning, findRunning, isOwn } from "./check-running.ts";

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
  const server = findRunning(config);
  // Null if another installation answers.
  const ownServer = server.then((running) => (running !== null && isOwn(config, running) ? running : null));
  const checks: Promise<Finding[]>[] = [
    server.then(async (running) => (running === null ? checkPorts(config) : [checkRunning(config, running)])),
    ownServer.then((running) => (running === null ? [] : checkProxy(config))),
    ...installationChecks(config).map(({ run }) => run()),
  ];
  await Promise.all(checks.map(async (check) => (await check).forEach(print)));
}
