export { RenderFailure } from "./render-failure.tsx";
export { Shell } from "./shell.tsx";
