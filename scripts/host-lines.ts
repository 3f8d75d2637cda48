// lines of data/hosts.json for README.md and docs/install.md
import { type Host, hosts, throughNpx } from '../src/cli/setup/hosts.ts';

const launch = throughNpx({ platform: 'linux' });
const name = 'place-records';
const encoded = (value: object) => encodeURIComponent(JSON.stringify(value));
const base64 = encodeURIComponent(Buffer.from(JSON.stringify(launch)).toString('base64'));

/** Links that install the server: `app` opens the program, `web` a page of its publisher that does, for pages that drop other schemes. */
const links: Readonly<Record<NonNullable<Host['link']>, { readonly app: string; readonly web: string }>> = {
  vscode: {
    app: `vscode:mcp/install?${encoded({ name, ...launch })}`,
    web: `https://insiders.vscode.dev/redirect/mcp/install?name=${name}&config=${encoded(launch)}`,
  },
  cursor: {
    app: `cursor://anysphere.cursor-deeplink/mcp/install?name=${name}&config=${base64}`,
    web: `https://cursor.com/en/install-mcp?name=${name}&config=${base64}`,
  },
};

const linked = hosts.flatMap(({ title, link }) => (link ? [{ title, ...links[link] }] : []));

/** One line: the links of one click. */
export const installLinks = (): string =>
  `One click: ${linked.map(({ title, web }) => `[${title}](${web})`).join(' · ')}.\n`;

/** The same links in the programs' own schemes, for a browser's address line. */
export const deepLinks = (): string => `\`\`\`\n${linked.map(({ app }) => app).join('\n')}\n\`\`\`\n`;

const folders: Readonly<Record<string, string>> = {
  darwin: '~/Library/Application Support',
  linux: '~/.config',
  win32: '%APPDATA%',
};

function files({ file }: Host): string {
  if (typeof file === 'string' && file.startsWith('~')) return `\`${file}\``;
  return Object.entries({ darwin: 'macOS', linux: 'Linux', win32: 'Windows' })
    .map(([platform, title]) => {
      const named = typeof file === 'string' ? file : file[platform as 'darwin' | 'linux' | 'win32'];
      return `${title} \`${named.replace('$CONFIG', folders[platform] ?? '')}\``;
    })
    .join(', ');
}

/** Each host with its file, and where its form is documented. */
export const hostTable = (): string =>
  [
    '| host | by hand | its file | documented at |',
    '|---|---|---|---|',
    ...hosts.map((host) => {
      const member = host.format === 'toml' ? `table \`[${host.group}.${name}]\`` : `member \`${host.group}\``;
      const typed = host.typed ? ', each entry with `"type": "stdio"`' : '';
      const { hostname } = new URL(host.documentedAt);
      return `| ${host.title} (\`${host.id}\`) | ${host.byHand ? `${host.byHand}, or ` : ''}${member}${typed} | ${files(host)} | [${hostname}](${host.documentedAt}) |`;
    }),
    '',
  ].join('\n');
