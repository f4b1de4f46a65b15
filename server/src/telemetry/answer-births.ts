import { BIRTH_CODES, BOOT_LEAP_MAX, TELEMETRY_PACE_S, topicOf, type BirthAck } from "@groundcrew/shared/link";
import type { Logger } from "pino";
import { isRejectedData, type Db } from "../db/index.ts";
import type { Link } from "../link/index.ts";
import type { BirthAnswer } from "./decide.ts";
import { recordBirths } from "./record-births.ts";

/** Sentences of the answer to a birth are no longer than this. */
const MOST_CHARACTERS = 300;
const UNSTORABLE = "data: It holds characters that cannot be stored.";

type RejectedBirth = { station: string; id: string | null; why: string };

type Answering = { db: Db; link: Pick<Link, "publish" | "reader">; now: () => number; log: Logger };

/**
 * Records what accepted births tell, and answers all of them. One that the database refuses is rejected; one that cannot be recorded
 * now stays without an answer, and its station tries again.
 */
export async function answerBirths(births: readonly BirthAnswer[], answering: Answering): Promise<void> {
  const accepted = births.filter(({ code }) => code === BIRTH_CODES.accepted);
  // Of two births of a station only the last is worth recording.
  const lastOfEach = [...new Map(accepted.map((birth) => [birth.station, birth])).values()];
  const unrecorded = await record(lastOfEach, answering);
  for (const birth of births) {
    const why = unrecorded.get(birth.station);
    if (birth.code === BIRTH_CODES.rejected) rejectLeap(birth, answering);
    else if (why === "refused") rejectBirth({ ...birth, why: UNSTORABLE }, answering);
    else if (why === undefined) send(birth, answering);
  }
}

/** Tells a station, with a sentence, that its birth makes no sense. `id` is null when even that cannot be read. */
export function rejectBirth({ station, id, why }: RejectedBirth, { link }: Pick<Answering, "link">): void {
  const message = `rejected: ${why}`.slice(0, MOST_CHARACTERS);
  const ack: BirthAck = { v: 1, id, code: BIRTH_CODES.rejected, message, output: null };
  void link.publish(topicOf(station, "birth_ack"), JSON.stringify(ack));
}

function rejectLeap({ station, id, boot, at }: BirthAnswer, { link }: Pick<Answering, "link">): void {
  const why = `boot: It is more than ${BOOT_LEAP_MAX} above ${boot}, the highest one known.`;
  link.reader.note({ station, topic: "birth", receivedAt: at }, { reason: "boot_leap", detail: why });
  rejectBirth({ station, id, why }, { link });
}

type Unrecorded = Map<string, "refused" | "failed">;

/** Records births together or, when one of them is refused, each by itself; answers with the stations left out. */
async function record(births: readonly BirthAnswer[], answering: Answering): Promise<Unrecorded> {
  if (births.length === 0) return new Map();
  try {
    await recordBirths(answering.db, births);
    return new Map();
  } catch (error) {
    const isRefused = isRejectedData(error);
    if (births.length > 1 && isRefused) {
      const left: Unrecorded = new Map();
      for (const birth of births) for (const [name, why] of await record([birth], answering)) left.set(name, why);
      return left;
    }
    const stations = births.map(({ station }) => station);
    answering.log.error({ err: error, stations }, "births could not be recorded");
    return new Map(stations.map((name) => [name, isRefused ? "refused" : "failed"]));
  }
}

function send({ station, id, code, boot }: BirthAnswer, { link, now }: Answering): void {
  if (code === BIRTH_CODES.rejected) return;
  const ack: BirthAck = {
    v: 1,
    id,
    code,
    message: sentences[code](boot),
    output: { server_time: now(), telemetry_min_s: TELEMETRY_PACE_S.min, telemetry_max_s: TELEMETRY_PACE_S.max, boot },
  };
  void link.publish(topicOf(station, "birth_ack"), JSON.stringify(ack));
}

const sentences: Record<Exclude<BirthAnswer["code"], typeof BIRTH_CODES.rejected>, (boot: number) => string> = {
  [BIRTH_CODES.accepted]: () => "Welcome.",
  [BIRTH_CODES.unknown]: () => "No station of this name is in service.",
  [BIRTH_CODES.behind]: (boot) => `Later messages are known already. Continue with boot ${boot + 1}.`,
};
