/** An event as it arrived; `data` is parsed. */
export type ReceivedEvent = { event: string; id: string | null; data: Record<string, unknown> };

/** Opens a stream of server-sent events and reads it in the background. Call `close` when done. */
export async function openEventStream(url: string, headers: Record<string, string>) {
  const closing = new AbortController();
  const response = await fetch(url, { headers, signal: closing.signal });
  const events: ReceivedEvent[] = [];
  let comments = 0;
  let isEnded = false;
  let failure: unknown = null;

  async function read(): Promise<void> {
    const { body } = response;
    if (!body) return;
    let text = "";
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        if (block.startsWith(":")) comments++;
        else events.push(eventIn(block));
      }
    }
  }

  const reading = read().then(
    () => void (isEnded = true),
    (error: unknown) => void (failure = error),
  );
  return {
    status: response.status,
    headers: response.headers,
    events,
    comments: () => comments,
    isEnded: () => isEnded,
    failure: () => failure,
    /** All data of one kind of event. */
    dataOf: (event: string) => events.filter((one) => one.event === event).map(({ data }) => data),
    ended: reading,
    async close(): Promise<void> {
      closing.abort();
      await reading;
    },
  };
}
export type EventStream = Awaited<ReturnType<typeof openEventStream>>;

function eventIn(block: string): ReceivedEvent {
  const fields = new Map(
    block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
  );
  const data: Record<string, unknown> = JSON.parse(fields.get("data") ?? "{}");
  return { event: fields.get("event") ?? "message", id: fields.get("id") ?? null, data };
}
