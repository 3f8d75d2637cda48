import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { dataFolder, listDataFiles, readDataFile } from '../../../src/kernel/data-file.ts';
import { openPlaces, parsePlace, shippedPlaces, withNamedBlocks } from '../../../src/places/registry/load.ts';

const files = listDataFiles('jurisdictions/us', '.json');
const path = 'jurisdictions/us/nc/raleigh-nc.json';
type Written = Record<string, unknown> & { sources: Record<string, unknown>[] };
const written = (): Written => JSON.parse(readDataFile(path));
const load = (change: (file: Written) => void) => {
  const file = written();
  change(file);
  return () => parsePlace(JSON.stringify(file), path);
};

const ajv = new Ajv({ strict: false, allErrors: true });
formats.default(ajv);
const bySchema = ajv.compile(JSON.parse(readFileSync(join(dataFolder(), 'jurisdictions/schema.json'), 'utf8')));

describe('a place file', () => {
  it.each(files)('%s keeps the JSON Schema that it names', (file) => {
    const place = JSON.parse(readDataFile(file));
    bySchema(place);
    expect(bySchema.errors ?? []).toEqual([]);
    expect(place.$schema).toBe('../../schema.json');
  });

  it('is refused by the JSON Schema where something is missing or unknown', () => {
    const { displayName: _name, ...rest } = written();
    expect(bySchema(rest)).toBe(false);
    expect(bySchema({ ...written(), color: 'red' })).toBe(false);
    const [first, ...others] = written().sources;
    expect(bySchema({ ...rest, displayName: 'x', sources: [{ ...first, platform: 'gopher' }, ...others] })).toBe(false);
  });

  it('is refused at load with its name, the member and the reason', () => {
    expect(load((file) => file.sources[0] && Object.assign(file.sources[0], { platform: 'gopher' }))).toThrow(
      /raleigh-nc\.json[\s\S]*sources\.0\.platform/,
    );
    expect(load((file) => file.sources[0] && Object.assign(file.sources[0], { $use: 'unknown' }))).toThrow(
      'raleigh-nc.json: $use names the block "unknown", which defaults does not have',
    );
    expect(load((file) => Object.assign(file, { id: 'durham-nc' }))).toThrow('is not the name of the file');
    expect(() => parsePlace(readDataFile(path), 'jurisdictions/us/va/raleigh-nc.json')).toThrow(
      'not that of the state',
    );
    expect(() => parsePlace('{', path)).toThrow(/raleigh-nc\.json: .*JSON/);
  });
});

describe('a field of a lane', () => {
  const misspelt = (file: Written) => {
    const permits = file.sources.find(({ cardId }) => cardId === 'raleigh-permits');
    Object.assign(permits?.fields ?? {}, { filedOn: 'applieddate' });
  };

  it('that the lane does not have is refused at load and by the JSON Schema', () => {
    expect(load(misspelt)).toThrow(
      /raleigh-nc\.json: raleigh-permits, fields\.filedOn: the lane permits has no field filedOn/,
    );
    const file = written();
    misspelt(file);
    expect(bySchema(file)).toBe(false);
  });

  it('is refused where it belongs to another lane, or comes out of a named block', () => {
    const other = (file: Written) => Object.assign(file.sources[0]?.fields ?? {}, { filedAt: 'applieddate' });
    expect(load(other)).toThrow('the lane parcel has no field filedAt');
    const block = (file: Written) => {
      Object.assign(file, { defaults: { ...(file.defaults as object), wrong: { color: 'COLOR' } } });
      Object.assign(file.sources[0] ?? {}, { fields: { $use: 'wrong' } });
    };
    expect(load(block)).toThrow('the lane parcel has no field color');
  });
});

describe('named blocks of a file', () => {
  it('put their members in at the place of $use; what is in the object wins', () => {
    const file = {
      defaults: { base: { a: 1, b: { $use: 'deep' } }, deep: { x: 1 }, more: { a: 2 } },
      one: { first: 0, $use: ['base', 'more'], c: 3 },
      two: { a: 9, $use: 'base' },
    };
    expect(withNamedBlocks(file)).toEqual({
      one: { first: 0, a: 2, b: { x: 1 }, c: 3 },
      two: { a: 9, b: { x: 1 } },
    });
    expect(Object.keys((withNamedBlocks(file) as { one: object }).one)).toEqual(['first', 'a', 'b', 'c']);
  });

  it('cannot use themselves', () => {
    expect(() => withNamedBlocks({ defaults: { a: { $use: 'a' } }, one: { $use: 'a' } })).toThrow('uses itself');
  });
});

describe('the index of places', () => {
  const root = (texts: Readonly<Record<string, string>>, queried: string[] = []) => ({
    list: () => Object.keys(texts),
    read(file: string) {
      queried.push(file);
      return texts[file] ?? '';
    },
  });

  it('reads nothing before it is queried, and of one state only that state, once', () => {
    const queried: string[] = [];
    const texts = Object.fromEntries(files.map((file) => [file, readDataFile(file)]));
    const index = openPlaces([root(texts, queried)]);
    expect(queried).toEqual([]);
    expect(index.inState('17').map(({ id }) => id)).toEqual(['chicago-il', 'cook-county-il']);
    index.inState('17');
    expect(queried).toHaveLength(2);
    expect(index.byId('raleigh-nc')?.displayName).toBe('Raleigh, NC');
    expect(queried).toHaveLength(3);
    expect(index.all()).toHaveLength(files.length);
    expect(queried).toHaveLength(files.length);
    expect(index.inState('99')).toEqual([]);
    expect(index.byId('nowhere')).toBeUndefined();
  });

  it('takes several folders, and refuses a place that two of them have', () => {
    const text = readDataFile(path);
    const other = readDataFile('jurisdictions/us/wa/king-county-wa.json');
    const both = openPlaces([root({ 'own/nc/raleigh-nc.json': text }), root({ 'us/wa/king-county-wa.json': other })]);
    expect(both.all().map(({ id }) => id)).toEqual(['king-county-wa', 'raleigh-nc']);
    const twice = openPlaces([root({ 'own/nc/raleigh-nc.json': text }), root({ 'us/nc/raleigh-nc.json': text })]);
    expect(() => twice.inState('37')).toThrow('raleigh-nc is configured twice');
  });

  it('has the shipped places in order', () => {
    const ids = shippedPlaces.all().map(({ id }) => id);
    expect(ids).toEqual([...ids].sort());
    expect(ids).toHaveLength(files.length);
  });
});
