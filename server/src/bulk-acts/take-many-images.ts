import { BULK_IMAGES_AT_ONCE } from "@groundcrew/shared/bulk-acts";
import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import type { FastifyBaseLogger } from "fastify";
import { z } from "zod";
import { newArrivals, StationOffline, takeImages, WAIT_MS, type TakeImagesOptions } from "../cameras/index.ts";
import type { Db } from "../platform/db/index.ts";
import { Problem, Scope } from "../platform/http/index.ts";
import { addJobs, jobKind, type Attempted, type JobHandler, type JobResult } from "../platform/jobs/index.ts";
import { principalOfUser } from "../sessions/index.ts";
import { beginStation, endStation, findImageAct, returnStation, type ImageAct } from "./image-queries.ts";

/** One station of an act. Its images are taken by one attempt alone, so a station moves its hardware once. */
const taking = jobKind("bulk_images", z.strictObject({ act: z.int(), station: z.string() }));

const PLACES = { failing: BULK_IMAGES_AT_ONCE, others: 2 * BULK_IMAGES_AT_ONCE };

/** How long a station that is offline is waited for, from the start of the act or of the server, to which stations reconnect then. */
const RETURN_MS = MINUTE_MS;
/** When it is tried again meanwhile: each attempt counts among the captures that a station has in a minute. */
const LOOK_MS = 12 * SECOND_MS;

/** Queues the stations of an act. The queue runs one job of a receiver at a time, so that eight receivers are eight stations at once. */
export async function queueStations(tx: Db, act: number, stations: readonly string[]): Promise<void> {
  const jobs = stations.map((station, nth) => ({
    payload: { act, station },
    receiver: `bulk act ${act} ${nth % BULK_IMAGES_AT_ONCE}`,
  }));
  await addJobs(tx, taking, jobs);
}

type ImageOptions = Omit<TakeImagesOptions, "arrivals" | "inProgress"> & { provider: string; log: FastifyBaseLogger };

/** Has stations take images for the people who began acts, with the rights that these have by then. */
export function imageHandler(options: ImageOptions): JobHandler {
  const { db, now, commands } = options;
  const started = now();
  const taken = { ...options, arrivals: newArrivals(), inProgress: new Map() };
  return {
    kind: taking.name,
    hasReceivers: true,
    places: PLACES,
    async run({ payload, created }) {
      const job = taking.payload.parse(payload);
      const act = await findImageAct(db, job.act);
      if (!act) return { result: { is: "dropped", why: "The act was deleted." } };
      const isWaitedFor = now() < Math.max(started, Date.parse(created)) + RETURN_MS;
      if (isWaitedFor && !commands.isUp(job.station)) return { result: laterAt(now() + LOOK_MS) };
      if (!(await beginStation(db, job, new Date(now()).toISOString()))) return ended(job, failed(STOPPED));
      const end = await imagesOf(taken, { ...job, ...act });
      return end === "offline" && isWaitedFor
        ? returned(job, now() + LOOK_MS)
        : ended(job, end === "offline" ? failed(new StationOffline().message) : end);
    },
    failed: ({ payload }) => ended(taking.payload.parse(payload), failed("Something went wrong.")),
  };
}

const STOPPED = "The server stopped meanwhile. The station may have taken the images.";

type End = { state: "done" | "failed"; images: number | null; detail: string | null };

function failed(detail: string): End {
  return { state: "failed", images: null, detail };
}

/** Stores the end of a station with the result of its job, unless another attempt has the job by then. */
function ended(job: { act: number; station: string }, end: End): Attempted {
  return {
    result: { is: "done" },
    async store(tx, isOurs) {
      if (isOurs) await endStation(tx, job, end);
      return () => {};
    },
  };
}

function laterAt(until: number): JobResult {
  return { is: "postponed", why: "The station is offline.", until: new Date(until).toISOString() };
}

/** Has the station wait again. */
function returned(job: { act: number; station: string }, until: number): Attempted {
  return {
    result: laterAt(until),
    async store(tx, isOurs) {
      if (isOurs) await returnStation(tx, job);
      return () => {};
    },
  };
}

type StationJob = { station: string } & ImageAct;

/** Has a station take images; "offline" if nothing was sent to it. */
async function imagesOf(options: ImageOptions & TakeImagesOptions, job: StationJob): Promise<End | "offline"> {
  const { user_id, lights_on, request, station } = job;
  const waitS = (options.waitMs ?? WAIT_MS) / SECOND_MS;
  const principal = await principalOfUser(options.db, user_id, options.provider);
  if (!principal) return failed("The person who began this was deleted.");
  const none = { acceptEncoding: "", cookies: undefined, sessionToken: undefined, idempotencyKey: undefined };
  try {
    const { status, body } = await takeImages(options, {
      principal,
      scope: Scope.of(principal),
      params: { station, camera: "*" },
      body: { lights_on },
      query: undefined,
      headers: undefined,
      request: { ...request, ...none, action: "takeImages", log: options.log },
    });
    if (body.length === 0) return failed(`The station did not answer within ${waitS} s.`);
    return {
      state: "done",
      images: body.length,
      detail: status === 201 ? null : `The others had not arrived after ${waitS} s.`,
    };
  } catch (error) {
    if (error instanceof StationOffline) return "offline";
    if (error instanceof Problem) return failed(error.message);
    throw error;
  }
}
