import { Problem } from "./problem.ts";

/** All bytes of a body; throws a 413 with a sentence above `limit`. A larger body is read to its end, so that the connection can be reused. */
export async function readBytes(
  body: AsyncIterable<Uint8Array>,
  { limit, tooLong }: { limit: number; tooLong: string },
): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length <= limit) pieces.push(piece);
    else pieces.length = 0;
  }
  if (length > limit) throw new Problem(413, tooLong);
  return Buffer.concat(pieces);
}
