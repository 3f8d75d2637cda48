import type { SourceCard } from '../../kernel/source-card.ts';
import type { Registry } from '../registry.ts';
import { serviceDescription, serviceLine, serviceName, serviceTitle } from './publication.ts';
import { registryName } from './server-cards.ts';

export interface PackageFacts {
  readonly registry: Registry;
  readonly version: string;
  readonly license: string;
  readonly nodeRange: string;
  /** Address of the repository; also the page that names it. */
  readonly repository: string;
  readonly cards: readonly SourceCard[];
  readonly mcpTools: readonly { readonly name: string; readonly description: string }[];
  readonly mcpPrompts: readonly {
    readonly name: string;
    readonly description: string;
    readonly text: string;
    readonly arguments: readonly string[];
  }[];
}

type KeySetting = ReturnType<typeof keySettings>[number];

/** One entry for each key that a source can take; sources that share a key share the entry. */
export function keySettings(cards: readonly SourceCard[]) {
  const settings = new Map<string, { names: string[]; required: boolean; billed: boolean; signUpUrl: string }>();
  for (const { key, name } of cards) {
    if (!key) continue;
    const known = settings.get(key.setting) ?? { names: [], required: false, billed: false, signUpUrl: key.signUpUrl };
    settings.set(key.setting, {
      ...known,
      names: [...known.names, name],
      required: known.required || key.required,
      billed: known.billed || key.billed === true,
    });
  }
  return [...settings.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([setting, { names, required, billed, signUpUrl }]) => ({
      setting,
      title: `Key for ${names[0]}`,
      description: `${required ? 'Without it these sources answer "unavailable"' : 'Raises the rate of'}: ${names.join('; ')}. ${billed ? 'Billed by its publisher; set up at' : 'Free at'} ${signUpUrl}`,
    }));
}

const dataFolder = {
  field: 'svc_data_dir',
  setting: 'SVC_DATA_DIR',
  title: 'Data folder',
  description:
    'Cache, mirrored files and notes. Empty: the data folder of your account, which every other way of starting place-records uses too.',
};

/** `manifest.json`: the MCP bundle (MCPB 0.3). */
export function mcpbManifest(parts: PackageFacts) {
  const keys = keySettings(parts.cards);
  const field = ({ setting }: KeySetting) => setting.toLowerCase();
  return {
    manifest_version: '0.3',
    name: serviceName,
    display_name: serviceTitle,
    version: parts.version,
    description: serviceLine,
    long_description: `${serviceDescription} Two tools reach ${parts.registry.free.length} free tools: one finds the right tool, one runs it. Every answer says which official source was queried, when, and what was not covered.`,
    author: { name: 'The Place records authors', url: parts.repository },
    repository: { type: 'git', url: parts.repository },
    homepage: parts.repository,
    icon: 'dist/icon.png',
    license: parts.license,
    keywords: ['public records', 'property', 'parcel', 'flood zone', 'zoning', 'permits', 'GIS', 'x402'],
    server: {
      type: 'node',
      entry_point: `dist/${serviceName}.mjs`,
      mcp_config: {
        command: 'node',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the host of the bundle fills these in
        args: ['${__dirname}/dist/place-records.mjs', 'stdio'],
        env: {
          [dataFolder.setting]: `\${user_config.${dataFolder.field}}`,
          ...Object.fromEntries(keys.map((key) => [key.setting, `\${user_config.${field(key)}}`])),
        },
      },
    },
    tools: parts.mcpTools.map(({ name, description }) => ({ name, description })),
    tools_generated: false,
    prompts: parts.mcpPrompts,
    compatibility: { platforms: ['darwin', 'linux', 'win32'], runtimes: { node: parts.nodeRange } },
    user_config: {
      [dataFolder.field]: {
        type: 'directory',
        title: dataFolder.title,
        description: dataFolder.description,
        required: false,
        default: '',
      },
      ...Object.fromEntries(
        keys.map((key) => [
          field(key),
          {
            type: 'string',
            title: key.title,
            description: key.description,
            required: false,
            default: '',
            sensitive: true,
          },
        ]),
      ),
    },
  };
}

/** `server.json`: the entry for the MCP registry. */
export function registryEntry(parts: PackageFacts) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: registryName,
    title: serviceTitle,
    description: serviceLine,
    version: parts.version,
    websiteUrl: parts.repository,
    repository: { url: parts.repository, source: 'github' },
    packages: [
      {
        registryType: 'npm',
        identifier: serviceName,
        version: parts.version,
        transport: { type: 'stdio' },
        environmentVariables: [
          { name: dataFolder.setting, description: dataFolder.description, isRequired: false, format: 'filepath' },
          ...keySettings(parts.cards).map(({ setting, description }) => ({
            name: setting,
            description,
            isRequired: false,
            isSecret: true,
          })),
        ],
      },
    ],
  };
}
