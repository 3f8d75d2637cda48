import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { promptArguments, prompts } from '../prompts/index.ts';
import { mcpbManifest, type PackageFacts, registryEntry } from '../src/catalog/views/package-files.ts';
import { categoryTable, toolTables } from '../src/catalog/views/tables.ts';
import { shippedRegistry } from '../src/composition/shipped-registry.ts';
import { createJurisdictions } from '../src/places/registry/index.ts';
import { shippedPlaces } from '../src/places/registry/load.ts';
import { sourceCards } from '../src/sources/cards.ts';
import { toolList } from '../src/transports/mcp/surface.ts';
import { capacityPage, readFigures } from './capacity-page.ts';
import { readCountyCoverage } from './coverage/counties.ts';
import { readMetros } from './coverage/metros.ts';
import { coverageFiles, laneTable } from './coverage/page.ts';
import { readRecordedCards } from './coverage/recorded-cards.ts';
import { deepLinks, hostTable, installLinks } from './host-lines.ts';
import { jurisdictionFileSchema } from './jurisdiction-schema.ts';
import { layoutPicture } from './layout-picture.ts';
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
const sections: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'README.md': { install: installLinks(), tools: categoryTable(parts.registry), places: laneTable(places) },
  'docs/install.md': { install: installLinks(), links: deepLinks(), hosts: hostTable() },
  'docs/architecture.md': { layout: layoutPicture() },
};
const whole: Readonly<Record<string, string>> = {
  'data/jurisdictions/schema.json': json(jurisdictionFileSchema()),
  'data/mcp-tool-schemas.json': json(toolSchemas()),
  'manifest.json': json(mcpbManifest(parts)),
  'server.json': json(registryEntry(parts)),
  'docs/tools.md': toolTables(parts.registry),
  'docs/capacity.md': capacityPage(readFigures()),
  ...coverageFiles({
    registry: parts.registry,
    places,
    metros: readMetros(),
    counties: readCountyCoverage(),
    recorded: readRecordedCards(),
    cards: sourceCards,
  }),
};

/**
 * Files under a folder that are views of the registry or of a schema and differ from it, by their paths, each with what
 * it should say. Of a file with marked sections the rest stays; where there is no such file it is not asked for.
 */
export function staleViews(root: string): ReadonlyMap<string, string> {
  const read = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined);
  const marked = Object.entries(sections).flatMap(([path, inner]) => {
    const text = read(path);
    if (text === undefined) return [];
    return [[path, Object.entries(inner).reduce((all, [name, section]) => between(all, name, section), text)] as const];
  });
  return new Map([...Object.entries(whole), ...marked].filter(([path, text]) => read(path) !== text));
}

/** Writes what is stale. */
export function writeViews(root: string): void {
  for (const [path, text] of staleViews(root)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
