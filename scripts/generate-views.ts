// writes the files that are views of the registry or of a schema; `--check` only compares and names what is stale

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import manifest from '../package.json' with { type: 'json' };
import { promptArguments, prompts } from '../prompts/index.ts';
import { coveragePage, laneTable } from '../src/catalog/views/coverage-page.ts';
import { mcpbManifest, type PackageFacts, registryEntry } from '../src/catalog/views/package-files.ts';
import { categoryTable, toolTables } from '../src/catalog/views/tables.ts';
import { shippedRegistry } from '../src/composition/shipped-registry.ts';
import { createJurisdictions } from '../src/places/registry/index.ts';
import { shippedPlaces } from '../src/places/registry/load.ts';
import { sourceCards } from '../src/sources/cards.ts';
import { toolList } from '../src/transports/mcp/surface.ts';
import { capacityPage, readFigures } from './capacity-page.ts';
import { readCountyParcels } from './county-parcels.ts';
import { jurisdictionFileSchema } from './jurisdiction-schema.ts';
import { layoutPicture } from './layout-picture.ts';
import { readMetros } from './metros.ts';
import { readRecordedCards } from './recorded-cards.ts';
import { toolSchemas } from './tool-schemas.ts';

/** The text with the part between the markers of that name replaced; the text itself where it has no such markers. */
function between(text: string, name: string, inner: string): string {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  return from < 0 || to < from ? text : `${text.slice(0, from + begin.length)}\n${inner}${text.slice(to)}`;
}

const parts: PackageFacts = {
  registry: shippedRegistry(),
  version: manifest.version,
  license: manifest.license,
  nodeRange: manifest.engines.node,
  repository: 'https://github.com/place-records/place-records',
  cards: [...sourceCards, ...createJurisdictions(shippedPlaces).cards()],
  mcpTools: toolList(),
  mcpPrompts: prompts().map(({ name, description }) => ({
    name,
    description,
    text: `${description} The place: \${arguments.place}. My question: \${arguments.question}`,
    arguments: promptArguments.map((argument) => argument.name),
  })),
};

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
const places = shippedPlaces.all();
const replaced = (path: string, sections: Readonly<Record<string, string>>): string | undefined =>
  existsSync(path)
    ? Object.entries(sections).reduce((text, [name, inner]) => between(text, name, inner), readFileSync(path, 'utf8'))
    : undefined;
const readme = replaced('README.md', { tools: categoryTable(parts.registry), places: laneTable(places) });
const architecture = replaced('docs/architecture.md', { layout: layoutPicture() });
const files: Readonly<Record<string, string>> = {
  'data/jurisdictions/schema.json': json(jurisdictionFileSchema()),
  'data/mcp-tool-schemas.json': json(toolSchemas()),
  'manifest.json': json(mcpbManifest(parts)),
  'server.json': json(registryEntry(parts)),
  'docs/tools.md': toolTables(parts.registry),
  'docs/capacity.md': capacityPage(readFigures()),
  'docs/coverage.md': coveragePage(parts.registry, places, readMetros(), readCountyParcels(), {
    recorded: readRecordedCards(),
    cards: sourceCards,
  }),
  ...(readme !== undefined && { 'README.md': readme }),
  ...(architecture !== undefined && { 'docs/architecture.md': architecture }),
};

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const stale = Object.entries(files).filter(([path, text]) => !existsSync(path) || readFileSync(path, 'utf8') !== text);
if (values.check && stale.length > 0) {
  console.error(`stale, run npm run generate: ${stale.map(([path]) => path).join(', ')}`);
  process.exit(1);
}
for (const [path, text] of stale) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
