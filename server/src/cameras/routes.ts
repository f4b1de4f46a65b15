import {
  getCameraImage,
  headCameraImage,
  listCameras,
  takeImages as takeImagesCall,
  uploadImage,
} from "@groundcrew/shared/cameras";
import type { FastifyInstance } from "fastify";
import { scoped, type Db, type SharedDb } from "../platform/db/index.ts";
import type { FileStore } from "../platform/files/index.ts";
import { answer, matchesTag, notFound, Problem, route, type CallRequest, type Scope } from "../platform/http/index.ts";
import { newArrivals, takeImages, type TakeImagesOptions } from "./take-images.ts";
import { capabilitiesOf } from "./capabilities.ts";
import { measureCapture, measureUpload } from "./metrics.ts";
import { findImage, type CameraImage } from "./queries.ts";
import { storeUpload } from "./store-upload.ts";

type Options = Omit<TakeImagesOptions, "arrivals" | "inProgress" | "db"> & {
  db: SharedDb;
  /** For uploads by stations: the token identifies the station. */
  every: Db;
  files: FileStore;
};

/** A station's cameras, their latest images, and how new ones are taken and uploaded. */
export function cameraRoutes(app: FastifyInstance, routeOptions: Options): void {
  const options = { ...routeOptions, arrivals: newArrivals(), inProgress: new Map() };
  const { db: shared, files } = options;

  async function imageOf({ params, scope }: { params: { station: string; camera: string }; scope: Scope }) {
    const image = await findImage(scoped(shared, scope), params, scope);
    if (image === undefined) throw notFound();
    return image;
  }

  route(app, listCameras, async ({ params, scope }) => {
    const { cameras } = await capabilitiesOf(scoped(shared, scope), params.station, scope);
    return answer(200, cameras);
  });

  route(app, headCameraImage, async (call) => {
    const db = scoped(shared, call.scope);
    const image = await findImage(db, call.params, call.scope);
    if (image === undefined) {
      const { cameras } = await capabilitiesOf(db, call.params.station, call.scope);
      if (!cameras.some(({ id }) => id === call.params.camera)) throw notFound();
      return answer(204, null);
    }
    return answer(200, null, { ...headersOf(image), "content-length": String(image.bytes) });
  });

  route(app, getCameraImage, async (call) => {
    let image = await imageOf(call);
    if (matchesTag(call.headers["if-none-match"], tagOf(image))) return answer(304, null, headersOf(image));
    let bytes = await read(files, image, call);
    // A newer image may have replaced it in between.
    if (bytes === null) {
      image = await imageOf(call);
      bytes = await read(files, image, call);
    }
    if (bytes === null) throw new Error(`The file ${image.file} is missing`);
    return answer(200, bytes, headersOf(image));
  });

  route(app, takeImagesCall, (call) =>
    measureCapture(() => takeImages({ ...options, db: scoped(shared, call.scope) }, call)),
  );

  route(app, uploadImage, async ({ params, body, request }) => {
    await measureUpload(() => storeUpload({ ...options, db: options.every }, { token: params.token, body, request }));
    return answer(204, null);
  });
}

async function read(files: FileStore, { file }: CameraImage, { request }: { request: CallRequest }) {
  try {
    return await files.get(file);
  } catch (error) {
    request.log.error({ err: error }, "an image could not be read");
    throw new Problem(503, "The image cannot be read right now. Try again in a moment.", {
      headers: { "retry-after": "5" },
    });
  }
}

/** Type, time of arrival and entity tag of an image. The time alone could not distinguish two images of one second. */
function headersOf(image: CameraImage): Record<string, string> {
  return {
    "content-type": "image/jpeg",
    "last-modified": new Date(image.last_modified).toUTCString(),
    etag: tagOf(image),
  };
}

function tagOf({ file }: CameraImage): string {
  return `"${file}"`;
}
