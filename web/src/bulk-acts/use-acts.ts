import { useEffect, useRef } from "react";
import { isRunning, listBulkActs, undoBulkAct, type BulkAct } from "@groundcrew/shared/bulk-acts";
import { call, failedWrite, useServerMutation } from "../data/api/index.ts";
import { useServerData } from "../data/index.ts";
import { toast, toastWithNext } from "../ui/index.ts";
import { doneText, endedText, undoneText } from "./texts.ts";

const NONE: readonly BulkAct[] = [];

/** The acts that the user began in the last day, newest first. A toast says when one has ended that took a while. */
export function useActs(onShow: (act: number) => void): readonly BulkAct[] {
  const { data = NONE } = useServerData(listBulkActs, { query: {} }, { isChanging: (acts) => acts.some(isRunning) });
  const running = useRef<ReadonlySet<number>>(new Set());
  useEffect(() => {
    for (const act of data) {
      if (running.current.has(act.id) && !isRunning(act)) {
        toastWithNext(endedText(act), { label: "Show What Happened", onPress: () => onShow(act.id) });
      }
    }
    running.current = new Set(data.filter(isRunning).map(({ id }) => id));
  }, [data, onShow]);
  return data;
}

/** Undoes acts, and says what of them could not be undone. */
export function useUndoBulkAct() {
  const undo = useServerMutation({
    run: (act: number, once) => call(undoBulkAct, { params: { act } }, once),
    lockName: String,
    onSuccess: ({ body }) => toast(body.counts.kept > 0 ? "warning" : "success", undoneText(body)),
    onError: (error) => toast("danger", ...failedWrite(error, "The act was not undone.")),
  });
  return undo;
}

type NextSteps = { onUndo: (act: number) => void; onShow: (act: number) => void };

/** Says what an act has done, and offers to undo it and to show what happened. */
export function tellDone(act: BulkAct, { onUndo, onShow }: NextSteps): void {
  const show = { label: "Show What Happened", onPress: () => onShow(act.id) };
  const undo = { label: "Undo", onPress: () => onUndo(act.id) };
  toastWithNext(doneText(act), ...(act.undo_until === null ? [show] : [undo, show]));
}
