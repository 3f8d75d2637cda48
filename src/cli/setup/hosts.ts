import { posix, win32 } from 'node:path';
import { z } from 'zod';
import { type UserPlace, userConfigFolder } from '../../config/data-folder.ts';
import { readDataFile } from '../../kernel/data-file.ts';

/** Below the home folder (`~/`) or the folder of a user's settings (`$CONFIG/`). */
const path = z.string().regex(/^(~|\$CONFIG)\//);

const HostSchema = z.strictObject({
  id: z.string().regex(/^[a-z-]+$/),
  title: z.string(),
  file: z.union([path, z.strictObject({ darwin: path, linux: path, win32: path })]),
  format: z.enum(['json', 'toml']),
  /** Member of the file under which servers stand by name. */
  group: z.string(),
  /** An entry says that it is started and spoken to over standard input and output. */
  typed: z.boolean().default(false),
  /** What makes the program read the file again. */
  afterwards: z.string(),
  /** How a person enters it without `setup`, as Markdown; absent: the member of the file. */
  byHand: z.string().optional(),
  /** The form of its deep link. */
  link: z.enum(['cursor', 'vscode']).optional(),
  documentedAt: z.url(),
});

/** A program whose configuration names MCP servers: one row of data/hosts.json. */
export type Host = z.infer<typeof HostSchema>;

export const hosts: readonly Host[] = z.array(HostSchema).parse(JSON.parse(readDataFile('hosts.json')));

/** The configuration file of a host for this user. */
export function fileOf({ file }: Pick<Host, 'file'>, place: UserPlace): string {
  const { platform, home } = place;
  const named =
    typeof file === 'string' ? file : file[platform === 'win32' || platform === 'darwin' ? platform : 'linux'];
  const [base, ...parts] = named.split('/');
  const folder = base === '~' ? home : userConfigFolder(place);
  return (platform === 'win32' ? win32 : posix).join(folder, ...parts);
}

export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

/** Through npx; Windows finds it by way of its command shell alone. */
export const throughNpx = ({ platform }: Pick<UserPlace, 'platform'>): Launch =>
  platform === 'win32'
    ? { command: 'cmd', args: ['/c', 'npx', '-y', 'place-records'] }
    : { command: 'npx', args: ['-y', 'place-records'] };
