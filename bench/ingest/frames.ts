// The part of MQTT 3.1.1 that a station needs, with as little CPU time for the load generator as possible.

export function connectFrame(name: string, password: string): Buffer {
  // Protocol MQTT, version 4, with user name, password and a clean session, keep-alive 600 s.
  const head = Buffer.from([0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 0xc2, 2, 0x58]);
  return frame(0x10, Buffer.concat([head, text(name), text(name), text(password)]));
}

/** A PUBLISH packet at QoS 1. */
export function publishFrame(topic: string, id: number, payload: Buffer): Buffer {
  return frame(0x32, Buffer.concat([text(topic), Buffer.from([id >> 8, id & 0xff]), payload]));
}

function frame(kind: number, body: Buffer): Buffer {
  const length: number[] = [];
  for (let left = body.length; length.length === 0 || left > 0; left = Math.floor(left / 128)) {
    length.push((left % 128) | (left >= 128 ? 128 : 0));
  }
  return Buffer.concat([Buffer.from([kind, ...length]), body]);
}

function text(words: string): Buffer {
  const bytes = Buffer.from(words);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]);
}

export const CONNACK = 2;
export const PUBACK = 4;

/** Calls `onFrame` with the kind and last header byte of each frame that arrives; of a CONNACK that byte is the return code. */
export function frameReader(onFrame: (kind: number, code: number) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    // The server sends nothing of 128 bytes or more to a station without subscriptions, so a length is always one byte.
    while (at + 2 <= bytes.length) {
      const end = at + 2 + (bytes[at + 1] ?? 0);
      if (end > bytes.length) break;
      onFrame((bytes[at] ?? 0) >> 4, bytes[end - 1] ?? 0);
      at = end;
    }
    rest = bytes.subarray(at);
  };
}
