/** Questions to another thread that wait for their answers. */
export function pendingAnswers<Answer>() {
  const waiting = new Map<number, (answer: Answer) => void>();
  let last = 0;
  return {
    /** Sends a question with a new number; resolves with its answer. */
    ask(send: (id: number) => void): Promise<Answer> {
      last++;
      const { promise, resolve } = Promise.withResolvers<Answer>();
      waiting.set(last, resolve);
      send(last);
      return promise;
    },
    answer(id: number, answer: Answer): void {
      waiting.get(id)?.(answer);
      waiting.delete(id);
    },
    /** Answers everything that waits. */
    answerAll(answer: Answer): void {
      for (const resolve of waiting.values()) resolve(answer);
      waiting.clear();
    },
  };
}
