export { useUndo } from "./use-undo.tsx";
