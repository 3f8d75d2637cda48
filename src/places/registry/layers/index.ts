import { parse } from 'csv-parse/sync';
import type { z } from 'zod';
import { findState } from '../../../geography/us-states.ts';
import { faultText, readInput } from '../../../input/input-faults.ts';
import { readDataFile } from '../../../kernel/data-file.ts';
import { groupBy } from '../../../kernel/group.ts';
import { memoizeByKey } from '../../../kernel/memoize.ts';
import { foldedName } from '../../../kernel/text.ts';
import { type Jurisdiction, parcelDepthOf, parcelDepths } from '../../schema/jurisdiction.ts';
import type { LayerCount } from '../../schema/port.ts';
import { problemsOf } from '../check.ts';
import { type LayerColumns, layerCells } from './columns.ts';
import { layerSource } from './source.ts';

/** Layers of each depth, and the places that have one of their own. Takes the whole table apart and keeps nothing of it. */
export function countLayers(layers: LayerIndex): readonly LayerCount[] {
  const places = layers.everyPlace();
  return parcelDepths.map((depth) => {
    const perPlace = places.map(({ sources }) => sources.filter((source) => parcelDepthOf(source) === depth).length);
    return {
      depth,
      layers: perPlace.reduce((sum, count) => sum + count, 0),
      places: perPlace.filter((count) => count > 0).length,
    };
  });
}

/** The published parcel layers as jurisdictions of their own, each with nothing but its layers. */
export interface LayerIndex {
  /** Of one state (2-digit code): the state itself, its counties and cities. Only the lines of that state are read. */
  inState(fips: string): readonly Jurisdiction[];
  placesNaming(host: string): readonly Jurisdiction[];
  everyPlace(): readonly Jurisdiction[];
}

const file = 'layers/parcels.csv';

/** A place's name as the start of an id. */
export const slug = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** The place that a line of a table of layers speaks for. */
export function identityOf({ level, state, name }: Pick<LayerColumns, 'level' | 'state' | 'name'>) {
  const stateName = findState(state)?.name ?? state;
  if (level === 'state') return { id: slug(stateName), displayName: stateName, kind: 'state' as const };
  const kind = level === 'place' ? ('city' as const) : ('county' as const);
  // a city and a county of one name are two places: the word for the kind is in the county's name
  return { id: slug(`${name} ${state}`), displayName: `${name}, ${state}`, kind };
}

/** The layers of one place in the order in which they are queried. Throws for a line that cannot be taken. */
export function placeOf(rows: readonly LayerColumns[], first: LayerColumns): Jurisdiction {
  const { id, displayName, kind } = identityOf(first);
  const { geoid, state, name } = first;
  const county = kind === 'city' ? first.counties.split(' ').filter(Boolean) : kind === 'county' ? [geoid] : [];
  const place: Jurisdiction = {
    id,
    displayName,
    kind,
    stack: { state, county: kind === 'county' ? [name] : [] },
    geoid: { state: geoid.slice(0, 2), county, ...(kind === 'city' && { place: geoid }) },
    aliases: [foldedName(kind === 'state' ? displayName : name)],
    sources: rows
      .toSorted((a, b) => Number(a.rank) - Number(b.rank))
      .map((row, at) => layerSource(row, `${id}-parcels${at === 0 ? '' : `-${at + 1}`}`, displayName)),
    absent: [],
    policySources: [],
    rules: {},
  };
  const problems = problemsOf(place);
  if (problems.length > 0) throw new Error(`${geoid}: ${problems.join('; ')}`);
  return place;
}

function shippedPlaceOf(rows: readonly LayerColumns[], first: LayerColumns): Jurisdiction {
  try {
    return placeOf(rows, first);
  } catch (error) {
    throw new Error(`data/${file}, ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The checked lines of the text of a table of layers; throws with the code of the first line that does not fit. */
export function checkedLines<T>(schema: z.ZodType<T>, text: string, path: string): readonly T[] {
  const lines: Record<string, string>[] = parse(text, { columns: true });
  return lines.map((line) => {
    const checked = readInput(schema, line);
    if ('issues' in checked) throw new Error(`data/${path}, ${line.geoid}: ${faultText(checked.issues)}`);
    return checked.data;
  });
}

/** The lines of a text of data/layers/parcels.csv, as {@link checkedLines}. */
export const parseLayers = (text: string): readonly LayerColumns[] => checkedLines(layerCells, text, file);

/** State code of a line of a table of layers. */
export const codeOf = (line: string) => line.slice(0, 2);

/** The heading of a table and its lines that are wanted. */
export function linesWhere(text: string, wanted: (line: string) => boolean): string {
  const [header = '', ...lines] = text.split('\n');
  return [header, ...lines.filter((line) => line !== '' && wanted(line))].join('\n');
}

/**
 * The layers of a table, which has one line per layer and the Census code in front. Its text is read at the first
 * question and of it only the lines of the queried state are taken apart; `read` gives the text.
 */
export function openLayers(read: () => string): LayerIndex {
  const placesIn = (wanted: (line: string) => boolean) => {
    const byPlace = groupBy(parseLayers(linesWhere(read(), wanted)), ({ geoid }) => geoid);
    return [...byPlace.values()].flatMap((rows) => (rows[0] ? shippedPlaceOf(rows, rows[0]) : []));
  };
  return {
    inState: memoizeByKey((fips) => placesIn((line) => codeOf(line) === fips)),
    placesNaming: (host) => placesIn((line) => line.includes(`//${host}/`)),
    everyPlace: () => placesIn(() => true),
  };
}

/** The layers that are shipped with the code. */
export const shippedLayers: LayerIndex = openLayers(() => readDataFile(file));
