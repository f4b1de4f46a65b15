import { BIRTH_CODES, TELEMETRY_PACE_S, topicOf, type BirthAck } from "@groundcrew/shared/link";
import type { Logger } from "pino";
import { isRefusedData, type Db } from "../db/index.ts";
import type { Link } from "../link/index.ts";
import type { BirthAnswer } from "./decide.ts";
import { recordBirths } from "./record-births.ts";

type Answering = { db: Db; link: Pick<Link, "publish">; now: () => number; log: Logger };

/** Records what accepted births tell, and answers all of them. One that cannot be recorded stays without an answer. */
export async function answerBirths(births: readonly BirthAnswer[], answering: Answering): Promise<void> {
  const accepted = births.filter(({ code }) => code === BIRTH_CODES.accepted);
  // Of two births of a station only the last is worth recording.
  const lastOfEach = [...new Map(accepted.map((birth) => [birth.station, birth])).values()];
  const unrecorded = await record(lastOfEach, answering);
  for (const birth of births) {
    if (!unrecorded.has(birth.station)) send(birth, answering);
  }
}

/** Records births together or, when one of them is refused, each by itself; answers with the stations left out. */
async function record(births: readonly BirthAnswer[], answering: Answering): Promise<Set<string>> {
  if (births.length === 0) return new Set();
  try {
    await recordBirths(answering.db, births);
    return new Set();
  } catch (error) {
    if (births.length > 1 && isRefusedData(error)) {
      const left = new Set<string>();
      for (const birth of births) for (const name of await record([birth], answering)) left.add(name);
      return left;
    }
    const stations = births.map(({ station }) => station);
    answering.log.error({ err: error, stations }, "births could not be recorded");
    return new Set(stations);
  }
}

function send({ station, id, code, boot }: BirthAnswer, { link, now }: Answering): void {
  const ack: BirthAck = {
    v: 1,
    id,
    code,
    message: sentences[code](boot),
    output: { server_time: now(), telemetry_min_s: TELEMETRY_PACE_S.min, telemetry_max_s: TELEMETRY_PACE_S.max, boot },
  };
  void link.publish(topicOf(station, "birth_ack"), JSON.stringify(ack));
}

const sentences: Record<BirthAnswer["code"], (boot: number) => string> = {
  [BIRTH_CODES.accepted]: () => "Welcome.",
  [BIRTH_CODES.unknown]: () => "There is no such station in service.",
  [BIRTH_CODES.behind]: (boot) => `Later messages than this are known: go on with boot ${boot + 1}.`,
};
