export { channelIcons, channelText, isBroken, shownState, stateText } from "./channel-texts.ts";
export { TestResult } from "./test-result.tsx";
export { useChannels, useTestChannel } from "./use-channels.ts";
