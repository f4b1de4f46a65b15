export { answerChallenge } from "./answer-challenge.ts";
export { PublicPage } from "./login-page.tsx";
export { startSignOn } from "./sign-on.ts";
export { rememberPasskey } from "./passkey-memory.ts";
export {
  loginQuery,
  returnPath,
  safePath,
  currentUser,
  endSession,
  useSharedSession,
  forgetSession,
  endServerSession,
  forgetUnlessLoggedIn,
  notifyOtherTabs,
  onSessionChange,
  reloadSession,
  sessionKeys,
  USER_LOAD_FAILED,
  useSession,
  viewerKey,
} from "./session.ts";
