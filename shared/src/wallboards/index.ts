export * from "./api.ts";
export * from "./reason-text.ts";
export * from "./turn.ts";
export * from "./wall.ts";
export * from "./wallboard.ts";
