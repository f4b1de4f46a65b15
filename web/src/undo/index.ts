export { useUndo } from "./use-undo.ts";
