import { useEffect, useRef } from "react";
import { isRunning, listBulkActs, undoBulkAct, type BulkAct } from "@groundcrew/shared/bulk-acts";
import { IconArrowBackUp } from "@tabler/icons-react";
import { call, failedWrite, useServerMutation } from "../data/api/index.ts";
import { useServerData } from "../data/index.ts";
import { toast, toastWithNext } from "../ui/index.ts";
import { doneText, doneTone, endedText, undoneText } from "./texts.ts";

const NONE: readonly BulkAct[] = [];

/** The acts that the user began in the last day, newest first. A toast says when one has ended that took a while. */
export function useActs(onShow: (act: number) => void): readonly BulkAct[] {
  const { data = NONE } = useServerData(listBulkActs, { query: {} }, { isChanging: (acts) => acts.some(isRunning) });
  const running = useRef<ReadonlySet<number>>(new Set());
  useEffect(() => {
    for (const act of data) {
      if (running.current.has(act.id) && !isRunning(act)) {
        toastWithNext(doneTone(act), endedText(act), { label: "Show What Happened", onPress: () => onShow(act.id) });
      }
    }
    running.current = new Set(data.filter(isRunning).map(({ id }) => id));
  }, [data, onShow]);
  return data;
}

/** Undoes acts, and says what of them could not be undone, with `onShow` also where to see why. */
export function useUndoBulkAct(onShow?: (act: number) => void) {
  const undo = useServerMutation({
    run: (act: number, once) => call(undoBulkAct, { params: { act } }, once),
    lockName: String,
    onSuccess({ body }) {
      const [text, tone] = [undoneText(body), body.counts.kept > 0 ? "warning" : "success"] as const;
      if (tone === "success" || onShow === undefined) return toast(tone, text);
      toastWithNext(tone, text, { label: "Show What Happened", onPress: () => onShow(body.id) });
    },
    onError: (error) => toast("danger", ...failedWrite(error, "The act was not undone.")),
  });
  return undo;
}

type NextSteps = { onUndo: (act: number) => void; onShow?: (act: number) => void };

/** Says what an act has done, and offers to undo it and to show what happened, if that is possible. */
export function tellDone(act: BulkAct, { onUndo, onShow }: NextSteps): void {
  const undo = act.undo_until === null ? [] : [{ label: "Undo", icon: IconArrowBackUp, onPress: () => onUndo(act.id) }];
  const show = onShow ? [{ label: "Show What Happened", onPress: () => onShow(act.id) }] : [];
  toastWithNext(doneTone(act), doneText(act), ...undo, ...show);
}
