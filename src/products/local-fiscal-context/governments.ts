import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { Geography } from '../../kernel/ports/place.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { isPointSubject, type Subject } from '../../kernel/subject.ts';
import { displayName } from '../../kernel/text.ts';
import type { GovernmentKind, GovernmentSearch } from '../../mirror/queries/government-finances.ts';
import { geographiesAt } from '../../sources/census-geocoder/client.ts';

/** A government whose area contains the place, and how the file is asked for it. */
export interface Government {
  readonly kind: GovernmentKind;
  /** As the geography names it, for a field of its own; its number where that is no short name. */
  readonly name: string;
  readonly geoid: string;
  readonly search: GovernmentSearch;
}

const layers: Readonly<Record<GovernmentKind, RegExp>> = {
  county: /^Counties$/,
  municipality: /^(?:Incorporated Places|Consolidated Cities)$/,
  township: /^County Subdivisions$/,
  school_district: /School Districts$/,
};

/** State (2), county (3 or none), and the code of the place or county subdivision (5). */
function searchOf(kind: GovernmentKind, { geoid, name }: Pick<Geography, 'geoid' | 'name'>): GovernmentSearch {
  const stateFips = geoid.slice(0, 2);
  switch (kind) {
    case 'county':
      return { kind, stateFips, countyFips3: geoid.slice(2, 5) };
    case 'school_district':
      return { kind, stateFips, name };
    default:
      return { kind, stateFips, placeFips: geoid.slice(-5) };
  }
}

const governmentsIn = (geographies: readonly Geography[]): readonly Government[] =>
  (Object.keys(layers) as GovernmentKind[]).flatMap((kind) =>
    geographies
      .filter(({ layer }) => layers[kind].test(layer.replace(/^\d{4} /, '')))
      .map(({ name, geoid }) => ({
        kind,
        name: displayName(name) ?? geoid,
        geoid,
        search: searchOf(kind, { geoid, name }),
      })),
  );

/**
 * Governments of a place: county, city, county subdivision and school district of a point; of a place that is known to its
 * area, the county alone, and the lookup is undefined.
 */
export async function governmentsOf(
  sources: SourceAccess,
  subject: Subject,
): Promise<{ readonly governments: readonly Government[]; readonly asked?: Lookup<readonly Geography[]> }> {
  const { county } = subject;
  const known = county ? [{ layer: 'Counties', geoid: county.fips, name: county.name }] : [];
  if (!isPointSubject(subject)) return { governments: governmentsIn(known) };
  const asked = await geographiesAt(sources, subject);
  return { governments: governmentsIn(hasData(asked) ? asked.data : known), asked };
}
