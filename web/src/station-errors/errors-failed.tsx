import { sentenceOf } from "../api/index.ts";
import { Failed } from "../ui/index.ts";

/** Shown instead of a station's errors when loading them failed. */
export function ErrorsFailed({ error, onReload }: { error: Error; onReload: () => void }) {
  const sentence = "Loading the error list for this station failed";
  return <Failed sentence={sentence} reason={sentenceOf(error)} onReload={onReload} />;
}
