import { text } from './cells.ts';
import { tableFile } from './table-file.ts';

export interface WatchArea {
  readonly municipality?: string | undefined;
  readonly county?: string | undefined;
  readonly stateName: string;
  /** The state legislature's own site, as generally known. */
  readonly legislatureUrl?: string | undefined;
}

const queries = tableFile('data-center-queries', {
  topic: text,
  search: text,
  with: text,
  url: text.exactOptional(),
  looksFor: text,
});

/** What a template may name between braces. */
type Names = Readonly<Record<string, string | undefined>>;

/** Braces filled in: {a|b} is the first name of the two that is known. Undefined where none of a pair is known. */
function filled(template: string, names: Names): string | undefined {
  let missing = false;
  const text = template.replace(/\{([a-z_|]+)\}/g, (_, choice: string) => {
    const known = choice.split('|').find((name) => names[name] !== undefined);
    missing ||= known === undefined;
    return known === undefined ? '' : (names[known] ?? '');
  });
  return missing ? undefined : text;
}

/** A template for one area: a part in square brackets falls away where a name in it is not known. */
const written = (template: string, names: Names): string | undefined =>
  filled(
    template.replace(/\[([^\]]*)\]/g, (_, part: string) => filled(part, names) ?? ''),
    names,
  );

/**
 * The searches for one area, the most local first; those that need a municipality or a county are left out where
 * neither is known. Nothing is searched here.
 */
export function watchQueries({ municipality, county, stateName, legislatureUrl }: WatchArea) {
  const names = { municipality, county, state: stateName, legislature_url: legislatureUrl };
  return queries().flatMap(({ topic, looksFor, ...templates }) => {
    const search = written(templates.search, names);
    const at = written(templates.with, names);
    const url = templates.url && written(templates.url, names);
    return search && at ? [{ topic, search, with: at, ...(url && { url }), looksFor }] : [];
  });
}
