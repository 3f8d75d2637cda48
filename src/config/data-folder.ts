import { homedir, tmpdir } from 'node:os';
import { posix, win32 } from 'node:path';

interface Platform {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
  readonly home?: string;
}

/** The home folder of who runs this; the folder for temporary files where the account has none. */
function homeFolder(): string {
  try {
    return homedir();
  } catch {
    return tmpdir();
  }
}

/**
 * Where this user's data lies on this platform, so that every way of starting the service sees the same files: the
 * XDG data folder on Linux, Application Support on macOS, the local application data on Windows.
 */
export function userDataFolder({ env, platform = process.platform, home = homeFolder() }: Platform): string {
  if (platform === 'win32')
    return win32.join(env.LOCALAPPDATA ?? win32.join(home, 'AppData', 'Local'), 'place-records');
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'place-records');
  const named = env.XDG_DATA_HOME;
  // the specification of these folders has relative ones ignored
  const base = named !== undefined && posix.isAbsolute(named) ? named : posix.join(home, '.local', 'share');
  return posix.join(base, 'place-records');
}
