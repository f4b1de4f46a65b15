export { channelText, isBroken, shownState, stateText } from "./channel-texts.ts";
export { channelKindForms } from "./kinds/index.ts";
export { TestResult } from "./test-result.tsx";
export { useChannels, useTestChannel } from "./use-channels.ts";
