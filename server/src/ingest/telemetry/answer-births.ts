import { truncate } from "@groundcrew/shared/lib";
import { BIRTH_CODES, TELEMETRY_PACE_S, topicOf, type BirthAck, type ResendRequest } from "@groundcrew/shared/link";
import type { Logger } from "pino";
import { storeInHalves, type Db } from "../../platform/db/index.ts";
import type { Link } from "../../platform/link/index.ts";
import { resendRequests } from "../../restores/index.ts";
import type { BirthAnswer } from "./decide.ts";
import { recordBirths } from "./birth-queries.ts";
import { bootTooHigh } from "./apply-change.ts";

/** Maximum length of a message in the answer to a birth. */
const MAX_MESSAGE_LENGTH = 300;
const UNSTORABLE = "data: It contains characters that cannot be stored.";

type RejectedBirth = { station: string; id: string | null; why: string };

type AnswerOptions = { db: Db; link: Pick<Link, "publish" | "reader">; now: () => number; log: Logger };

/**
 * Stores the data of accepted births and answers all births. One that the database rejects is answered as rejected; one that cannot be
 * stored now is not answered, and its station tries again.
 */
export async function answerBirths(births: readonly BirthAnswer[], options: AnswerOptions): Promise<void> {
  const accepted = births.filter(({ code }) => code === BIRTH_CODES.accepted);
  // Of several births of a station only the last is stored.
  const lastOfEach = [...new Map(accepted.map((birth) => [birth.station, birth])).values()];
  const { unrecorded, requests } = await record(lastOfEach, options);
  for (const birth of births) {
    const why = unrecorded.get(birth.station);
    if (birth.code === BIRTH_CODES.rejected) rejectLeap(birth, options);
    else if (why === "rejected") rejectBirth({ ...birth, why: UNSTORABLE }, options);
    else if (why === undefined) send(birth, requests.get(birth.station), options);
  }
}

/** Answers a birth that is invalid, with the reason. `id` is null when not even that can be parsed. */
export function rejectBirth({ station, id, why }: RejectedBirth, { link }: Pick<AnswerOptions, "link">): void {
  const message = truncate(`rejected: ${why}`, MAX_MESSAGE_LENGTH);
  const ack: BirthAck = { v: 1, id, code: BIRTH_CODES.rejected, message, output: null };
  void link.publish(topicOf(station, "birth_ack"), JSON.stringify(ack));
}

function rejectLeap({ station, id, boot, at }: BirthAnswer, { link }: Pick<AnswerOptions, "link">): void {
  const why = bootTooHigh({ boot });
  link.reader.note({ station, topic: "birth", receivedAt: at }, { reason: "boot_too_high", detail: why });
  rejectBirth({ station, id, why }, { link });
}

type Recorded = {
  /** The stations whose births were not stored. */
  unrecorded: ReadonlyMap<string, "rejected" | "failed">;
  /** The events that stations have to send again. */
  requests: ReadonlyMap<string, ResendRequest>;
};

/** Stores births, and finds the resend requests for their stations. */
async function record(births: readonly BirthAnswer[], { db, now, log }: AnswerOptions): Promise<Recorded> {
  const note = (error: unknown, stations: readonly string[]) =>
    log.error({ err: error, stations }, "births could not be recorded");
  try {
    const rejected = await storeInHalves(births, {
      store: (some) => recordBirths(db, some).then(() => []),
      rejected({ station }, error) {
        note(error, [station]);
        return [[station, "rejected" as const] as const];
      },
    });
    const able = births.filter(({ data }) => data.capabilities.events?.includes("resent"));
    const names = able.map(({ station }) => station);
    return { unrecorded: new Map(rejected), requests: await resendRequests(db, names, now()) };
  } catch (error) {
    const stations = births.map(({ station }) => station);
    note(error, stations);
    return { unrecorded: new Map(stations.map((name) => [name, "failed"])), requests: new Map() };
  }
}

function send(
  { station, id, code, boot }: BirthAnswer,
  resend: ResendRequest | undefined,
  { link, now }: AnswerOptions,
): void {
  if (code === BIRTH_CODES.rejected) return;
  const pace = { telemetry_min_s: TELEMETRY_PACE_S.min, telemetry_max_s: TELEMETRY_PACE_S.max };
  const ack: BirthAck = {
    v: 1,
    id,
    code,
    message: sentences[code](boot),
    output: { server_time: now(), ...pace, boot, ...(code === BIRTH_CODES.accepted && resend && { resend }) },
  };
  void link.publish(topicOf(station, "birth_ack"), JSON.stringify(ack));
}

const sentences: Record<Exclude<BirthAnswer["code"], typeof BIRTH_CODES.rejected>, (boot: number) => string> = {
  [BIRTH_CODES.accepted]: () => "Welcome.",
  [BIRTH_CODES.unknown]: () => "No station of this name is in service.",
  [BIRTH_CODES.behind]: (boot) => `Later messages are known already. Continue with boot ${boot + 1}.`,
};
