import { Histogram } from "prom-client";
import { Problem } from "../platform/http/index.ts";

const uploads = new Histogram({
  name: "groundcrew_image_upload_duration_seconds",
  help: "How long it took to receive, encode and store an image, by outcome: stored, refused, failed.",
  labelNames: ["outcome"],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
});

const captures = new Histogram({
  name: "groundcrew_image_capture_duration_seconds",
  help: "How long calls for new images took, by outcome: complete, incomplete, refused, failed.",
  labelNames: ["outcome"],
  buckets: [0.25, 0.5, 1, 2, 4, 6, 8, 10],
});

/** Measures the upload of an image. */
export async function measureUpload(upload: () => Promise<void>): Promise<void> {
  const end = uploads.startTimer();
  try {
    await upload();
  } catch (error) {
    end({ outcome: outcomeOf(error) });
    throw error;
  }
  end({ outcome: "stored" });
}

/** Measures a call for new images. */
export async function measureCapture<Outcome extends { status: 201 | 202 }>(
  capture: () => Promise<Outcome>,
): Promise<Outcome> {
  const end = captures.startTimer();
  try {
    const outcome = await capture();
    end({ outcome: outcome.status === 201 ? "complete" : "incomplete" });
    return outcome;
  } catch (error) {
    end({ outcome: outcomeOf(error) });
    throw error;
  }
}

function outcomeOf(error: unknown): "refused" | "failed" {
  return error instanceof Problem && error.status < 500 ? "refused" : "failed";
}
