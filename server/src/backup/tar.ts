/** A file in an archive. */
export type Entry = { name: string; bytes: Buffer };

export const BLOCK = 512;
/** Where the fields of a ustar header are, and how long. */
const FIELDS = { mode: 100, uid: 108, gid: 116, size: 124, time: 136, checksum: 148, type: 156, magic: 257 } as const;
const MAGIC = "ustar";
const MAX_NAME = 100;

/** Two empty blocks end an archive. */
export const ARCHIVE_END = Buffer.alloc(2 * BLOCK);

/** The blocks of an entry: its header, its bytes and their padding. */
export function entryBlocks({ name, bytes }: Entry, modifiedS: number): Buffer[] {
  return [header(name, bytes.length, modifiedS), bytes, Buffer.alloc(padding(bytes.length))];
}

/** Whether the first block of a file is one of an archive. */
export function beginsArchive(block: Buffer): boolean {
  return block.toString("latin1", FIELDS.magic, FIELDS.magic + MAGIC.length) === MAGIC;
}

/** The entries of an archive that arrives in chunks. Throws a sentence if it is damaged or incomplete. */
export async function* readEntries(chunks: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const input = byteReader(chunks);
  for (;;) {
    const head = await input.take(BLOCK);
    if (isEmpty(head)) {
      if (!isEmpty(await input.rest())) throw damaged("its end");
      return;
    }
    if (octal(head, FIELDS.checksum, 8) !== checksumOf(head)) throw damaged("a header");
    const bytes = octal(head, FIELDS.size, 12);
    const name = head.toString("utf8", 0, MAX_NAME).replace(/\0.*$/s, "");
    const content = await input.take(bytes);
    if (!isEmpty(await input.take(padding(bytes)))) throw damaged(name);
    yield { name, bytes: content };
  }
}

function damaged(what: string): Error {
  return new Error(`The file is damaged: ${what} was changed.`);
}

function isEmpty(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0);
}

function header(name: string, bytes: number, modifiedS: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  if (Buffer.byteLength(name) > MAX_NAME) throw new Error(`The name ${name} is too long for an archive.`);
  block.write(name, 0);
  writeOctal(block, { at: FIELDS.mode, length: 8, value: 0o600 });
  writeOctal(block, { at: FIELDS.uid, length: 8, value: 0 });
  writeOctal(block, { at: FIELDS.gid, length: 8, value: 0 });
  writeOctal(block, { at: FIELDS.size, length: 12, value: bytes });
  writeOctal(block, { at: FIELDS.time, length: 12, value: modifiedS });
  block.write("0", FIELDS.type);
  block.write(`${MAGIC}\u000000`, FIELDS.magic);
  writeOctal(block, { at: FIELDS.checksum, length: 8, value: checksumOf(block) });
  return block;
}

function writeOctal(block: Buffer, { at, length, value }: { at: number; length: number; value: number }): void {
  block.write(`${value.toString(8).padStart(length - 1, "0")}\0`, at);
}

function octal(block: Buffer, at: number, length: number): number {
  const text = block.toString("latin1", at, at + length).replace(/[\0 ]+$/, "");
  return /^[0-7]+$/.test(text) ? Number.parseInt(text, 8) : Number.NaN;
}

/** The sum of all bytes, with those of the checksum itself counted as spaces. */
function checksumOf(block: Buffer): number {
  const end = FIELDS.checksum + 8;
  return block.reduce((sum, byte, at) => sum + (at >= FIELDS.checksum && at < end ? 32 : byte), 0);
}

function padding(bytes: number): number {
  return (BLOCK - (bytes % BLOCK)) % BLOCK;
}

/** Reads exact numbers of bytes. Throws a sentence at an early end. */
export function byteReader(chunks: AsyncIterable<Buffer>) {
  const source = chunks[Symbol.asyncIterator]();
  let pending: Buffer = Buffer.alloc(0);

  /** The next bytes, or fewer at the end. */
  async function takeUpTo(bytes: number): Promise<Buffer> {
    const parts: Buffer[] = [pending];
    let length = pending.length;
    while (length < bytes) {
      const next = await source.next();
      if (next.done === true) break;
      parts.push(next.value);
      length += next.value.length;
    }
    const all = parts.length === 1 ? pending : Buffer.concat(parts);
    pending = all.subarray(bytes);
    return all.subarray(0, bytes);
  }

  return {
    takeUpTo,
    rest: () => takeUpTo(Number.MAX_SAFE_INTEGER),
    async take(bytes: number): Promise<Buffer> {
      const taken = await takeUpTo(bytes);
      if (taken.length < bytes) throw new Error("The file is incomplete: its end is missing.");
      return taken;
    },
  };
}
