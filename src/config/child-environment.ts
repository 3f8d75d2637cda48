/** What a program needs of the environment to run at all. */
const needed = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'TZ', 'SystemRoot', 'SQLITE_TMPDIR', 'LD_LIBRARY_PATH'];

/** The environment of a program beside the service: settings, keys and secrets stay behind. */
export const childEnvironment = (env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv =>
  Object.fromEntries(needed.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
