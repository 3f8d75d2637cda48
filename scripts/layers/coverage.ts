/** Counties of a state by code, with their names as the Census Bureau writes them. */
export type CountiesOfState = ReadonlyMap<string, string>;

export interface LayerCoverage {
  /** `unknown`: which counties a layer lacks was not seen, so that a miss says nothing. */
  readonly coverage: 'complete' | 'partial' | 'unknown';
  /** Codes of the counties that are known to be missing. */
  readonly missing: readonly string[];
}

const plain = (name: string) =>
  name
    .toLowerCase()
    .replace(/\b(county|parish|borough|census area|municipality)\b/g, '')
    .replace(/[^a-z]/g, '');

function codesOf(list: string, counties: CountiesOfState): readonly string[] {
  const byName = new Map([...counties].map(([geoid, name]) => [plain(name), geoid]));
  return list
    .replace(/\(.*\)/, '')
    .replace(/\b(is|are) in it\b.*/, '')
    .split(/,|;| and /)
    .map((name) => name.replace(/^\s*surely\s+/, '').trim())
    .filter((name) => name !== '' && !/\bother\b/.test(name))
    .map((name) => {
      const geoid = byName.get(plain(name));
      if (!geoid) throw new Error(`no county of the state is called ${name}`);
      return geoid;
    });
}

/** What a note on missing counties says, in the forms that the notes have. An unknown form is an error, not a guess. */
export function coverageOf(note: string, isState: boolean, counties: CountiesOfState): LayerCoverage {
  const text = note.trim();
  const complete: LayerCoverage = { coverage: 'complete', missing: [] };
  const unknown: LayerCoverage = { coverage: 'unknown', missing: [] };
  if (text === '') return isState ? unknown : complete;
  if (/^none\b/.test(text)) return complete;
  const [, code] = /^(\d{5}) /.exec(text) ?? [];
  if (code) return { coverage: 'partial', missing: [code] };
  const [, only] = /: (?:all but|only) (.+)$/.exec(text) ?? [];
  if (only) {
    const present = new Set(codesOf(only, counties));
    return { coverage: 'partial', missing: [...counties.keys()].filter((geoid) => !present.has(geoid)) };
  }
  const [, surely] = /: (surely .+)$/.exec(text) ?? [];
  if (surely) return { coverage: 'unknown', missing: codesOf(surely, counties) };
  const [, listed] = /^\d+ of \d+: (.+)$/.exec(text) ?? [];
  if (listed) return { coverage: 'partial', missing: codesOf(listed, counties) };
  if (/not counted|list not seen|did not opt in|not_covered|submit at will/.test(text)) return unknown;
  throw new Error(`cannot read what is missing: ${text}`);
}
