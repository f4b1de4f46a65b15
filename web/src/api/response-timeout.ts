import { ANSWER_MS } from "@groundcrew/shared/contract";

/** The time limit for a response. */
export type ResponseTimeout = {
  /** Aborted when the time is up. */
  signal: AbortSignal;
  /** Call when data arrives: the next chunk may take as long as a whole response. */
  restart: () => void;
  stop: () => void;
};

/** Starts the time limit for a response whose first byte may take `firstMs`. */
export function startTimeout(firstMs: number): ResponseTimeout {
  const control = new AbortController();
  const abort = () => control.abort(new DOMException("No answer in time", "TimeoutError"));
  let timer = setTimeout(abort, firstMs);
  return {
    signal: control.signal,
    restart() {
      clearTimeout(timer);
      timer = setTimeout(abort, ANSWER_MS);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Statuses without a body. Browsers return an empty stream for some of them, and `new Response` rejects that. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** A response whose body may take any time as long as data keeps arriving. */
export function withRestarts(timeout: ResponseTimeout, response: Response): Response {
  timeout.restart();
  if (!response.body || WITHOUT_BODY.has(response.status)) return response;
  const pieces = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, out) {
      timeout.restart();
      out.enqueue(piece);
    },
  });
  return new Response(response.body.pipeThrough(pieces), response);
}
