import { homedir, tmpdir } from 'node:os';
import { posix, win32 } from 'node:path';

export interface UserPlace {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly home: string;
}

/** The home folder of who runs this; the folder for temporary files where the account has none. */
function homeFolder(): string {
  try {
    return homedir();
  } catch {
    return tmpdir();
  }
}

/** Who runs this, where. */
export const thisUser = (env: UserPlace['env'] = process.env): UserPlace => ({
  env,
  platform: process.platform,
  home: homeFolder(),
});

/** The folder that an environment variable names; one that is not absolute is ignored, as the XDG specification has it. */
function named(folder: string | undefined, fallback: string): string {
  return folder !== undefined && posix.isAbsolute(folder) ? folder : fallback;
}

/**
 * Where this user's data lies on this platform, so that every way of starting the service sees the same files: the
 * XDG data folder on Linux, Application Support on macOS, the local application data on Windows.
 */
export function userDataFolder({ env, platform, home }: UserPlace): string {
  if (platform === 'win32')
    return win32.join(env.LOCALAPPDATA ?? win32.join(home, 'AppData', 'Local'), 'place-records');
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'place-records');
  return posix.join(named(env.XDG_DATA_HOME, posix.join(home, '.local', 'share')), 'place-records');
}

/** Where programs of this user keep their settings on this platform. */
export function userConfigFolder({ env, platform, home }: UserPlace): string {
  if (platform === 'win32') return env.APPDATA ?? win32.join(home, 'AppData', 'Roaming');
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support');
  return named(env.XDG_CONFIG_HOME, posix.join(home, '.config'));
}
