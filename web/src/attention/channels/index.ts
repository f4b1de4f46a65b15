export { channelIcons, channelText, isBroken, stateFace, stateText } from "./channel-texts.ts";
export { TestResult } from "./test-result.tsx";
export { useChannels, useTestChannel } from "./use-channels.ts";
