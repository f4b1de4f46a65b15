export { LoginPage } from "./login-page.tsx";
export { PublicPage } from "./public-page.tsx";
export { returnPath, safePath } from "./safe-path.ts";
export {
  currentUser,
  endSession,
  watchSession,
  forgetSession,
  endServerSession,
  onSessionChange,
  reloadSession,
  USER_LOAD_FAILED,
  useSession,
  viewerKey,
} from "./session.ts";
