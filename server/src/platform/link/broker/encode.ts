/** Packets that the broker sends. */

export function connack(returnCode: number): Buffer {
  // Without "session present": there are no persistent sessions.
  return Buffer.from([0x20, 2, 0, returnCode]);
}

export function puback(id: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes[0] = 0x40;
  bytes[1] = 2;
  bytes[2] = id >> 8;
  bytes[3] = id & 0xff;
  return bytes;
}

/** `granted` has the QoS of each subscription, or 0x80 if it is rejected. */
export function suback(id: number, granted: readonly number[]): Buffer {
  return frame(0x90, [uint16(id), Buffer.from(granted)]);
}

export function unsuback(id: number): Buffer {
  return frame(0xb0, [uint16(id)]);
}

export function pingresp(): Buffer {
  return Buffer.from([0xd0, 0]);
}

/** A message at QoS 1 with an id, or at QoS 0 without. */
export function publish({ topic, payload, id }: { topic: string; payload: string; id: number | null }): Buffer {
  const name = Buffer.from(topic);
  const fields = [uint16(name.length), name, ...(id === null ? [] : [uint16(id)]), Buffer.from(payload)];
  return frame(id === null ? 0x30 : 0x32, fields);
}

function frame(header: number, fields: readonly Buffer[]): Buffer {
  const head = [header];
  let left = fields.reduce((sum, { length }) => sum + length, 0);
  do {
    head.push((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
    left >>= 7;
  } while (left > 0);
  return Buffer.concat([Buffer.from(head), ...fields]);
}

function uint16(number: number): Buffer {
  return Buffer.from([number >> 8, number & 0xff]);
}
