export { ResolveDialog } from "./resolve-dialog.tsx";
