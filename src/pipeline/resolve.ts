import type { Tool } from '../catalog/registry.ts';
import { findState } from '../geography/us-states.ts';
import type { Answer, Searched, VerifyNext } from '../kernel/answer.ts';
import { AnswerBuilder } from '../kernel/answer-builder.ts';
import { defined } from '../kernel/defined.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { PlacePort, PlaceQuery } from '../kernel/ports/place.ts';
import type { SourceAccess } from '../kernel/ports/sources.ts';
import { isPointSubject, type Subject } from '../kernel/subject.ts';
import { cleanText } from '../kernel/text.ts';
import { placeTool } from '../kernel/tool-names.ts';

type Input = Readonly<Record<string, unknown>>;

const textField = (input: Input, ...names: string[]): string | undefined =>
  names.map((name) => input[name]).find((value) => typeof value === 'string' && value !== '') as string | undefined;
const numberField = (input: Input, name: string) =>
  typeof input[name] === 'number' ? (input[name] as number) : undefined;

/** The place that the arguments name, by the argument names that the specification uses throughout. */
export function placeQueryOf(input: Input): PlaceQuery | undefined {
  const latitude = numberField(input, 'latitude');
  const longitude = numberField(input, 'longitude');
  const query = defined({
    address: textField(input, 'address'),
    place: textField(input, 'place'),
    ...(latitude !== undefined && longitude !== undefined && { latitude, longitude }),
    zip: textField(input, 'zip'),
    state: textField(input, 'state', 'stateFips'),
    county: textField(input, 'countyFips3', 'county', 'countyName'),
  }) as PlaceQuery;
  return Object.keys(query).length > 0 ? query : undefined;
}

/** The place as the arguments name it. */
export interface Resolved {
  readonly subject: Subject | undefined;
  /** The layers that had no better point of the subject; the answer reports them, and no fact depends on them. */
  readonly unplacedBy?: readonly Searched[];
}

/**
 * Resolves the place as far as the tool needs it. Where that fails the answer gives one of three reasons:
 * the place is ambiguous or unknown (`unresolved`), known too coarsely (`unresolved`), or the geocoder failed (`unavailable`).
 */
export async function resolveSubject(
  tool: Tool,
  input: Input,
  place: PlacePort,
  sources: SourceAccess,
): Promise<Resolved | { answer: Answer; subject: Subject | undefined }> {
  const need = tool.subject as string;
  if (need === 'none') return { subject: undefined };
  const query = placeQueryOf(input);
  if (!query) {
    if (need === 'optional') return { subject: undefined };
    throw new Error(`${tool.name} needs a place and its schema let a call without one through`);
  }
  const resolution = await place.resolve(query, sources);
  const { subject } = resolution;
  refuseContradiction(tool, input, query, subject, place);
  const refuse = (
    state: 'unresolved' | 'unavailable',
    summary: string,
    instead: readonly VerifyNext[] = state === 'unavailable'
      ? [{ action: 'Ask again later, or give latitude and longitude to skip geocoding', with: 'this tool' }]
      : [{ action: 'Give a full street address with city and state, or latitude and longitude', with: 'this tool' }],
  ): { answer: Answer; subject: Subject } => {
    const answer = new AnswerBuilder(subject, resolution.searched).finish({
      state,
      summary,
      verifyNext: instead,
    });
    return { answer, subject };
  };
  if (resolution.state === 'unavailable') return refuse('unavailable', resolution.reason);
  if (resolution.state !== 'resolved') return refuse('unresolved', resolution.reason);
  if (need === 'point' && !isPointSubject(subject)) {
    const failed = resolution.searched.find((entry) => entry.state === 'unavailable');
    const known = `The place is known only as ${article(subject.areaKind ?? 'area')}; this question needs a point.`;
    return failed
      ? refuse('unavailable', `${known} ${failed.source} did not answer${failed.reason ? `: ${failed.reason}` : '.'}`)
      : refuse('unresolved', `${known} ${resolution.coarse ?? wayOn(subject)}`, pointInstead(subject));
  }
  const missed =
    isPointSubject(subject) || subject.streetLine ? resolution.searched.filter(({ state }) => state !== 'found') : [];
  return { subject, ...(missed.length > 0 && { unplacedBy: missed }) };
}

/** What makes a point out of a place that is known to its area alone. */
const wayOn = ({ streetLine }: Subject): string =>
  streetLine
    ? `No geocoder knows the house "${cleanText(streetLine, 80)}": its coordinates, or the nearest crossing of two roads, find the spot.`
    : 'Give a street address, or latitude and longitude.';

const pointInstead = ({ streetLine, resolved }: Subject): readonly VerifyNext[] => [
  {
    action: streetLine
      ? 'Give latitude and longitude of the spot, or the nearest crossing'
      : 'Give a street address with city and state, or latitude and longitude',
    with: 'this tool',
  },
  { action: `Ask what is published of ${resolved ?? 'the area'} as a whole`, with: placeTool },
];

const placeFields = ['address', 'place', 'latitude', 'longitude'] as const;
const stateFields = ['state', 'stateFips'] as const;
const countyFields = ['countyFips3', 'county', 'countyName'] as const;

/**
 * Refuses a place together with a state or county in which it is not: one of the two is wrong, and only the caller
 * knows which. Throws `invalid_arguments` with the fields.
 */
function refuseContradiction(tool: Tool, input: Input, query: PlaceQuery, subject: Subject, place: PlacePort): void {
  const given = placeFields.find((name) => input[name] !== undefined);
  const home = subject.stateCode;
  if (given === undefined || home === undefined) return;
  const state = query.state === undefined ? undefined : findState(query.state);
  const refuse = (field: string | undefined, what: string, where: string): never => {
    const message = `${given} lies in ${where}, and ${field} says ${what}; give one of the two`;
    throw new ServiceError('invalid_arguments', {
      detail: `${tool.name}: ${message}`,
      issues: [given, field ?? ''].map((path) => ({ path, code: 'contradiction', message })),
      extra: { tool: tool.name },
    });
  };
  const fieldOf = (names: readonly string[]) => names.find((name) => input[name] !== undefined);
  if (state && state.code !== home) refuse(fieldOf(stateFields), state.name, findState(home)?.name ?? home);
  // for a tool without a state argument a county alone is no place: the tool itself compares it with the place
  const takes = (tool.inputJsonSchema as { properties?: object }).properties ?? {};
  if (query.county === undefined || !subject.county || !stateFields.some((name) => name in takes)) return;
  const here = [
    subject.county,
    ...subject.countyAlternates,
    ...(subject.countyOverlaps ?? []),
    ...subject.countyCandidates,
  ];
  const meant = place.findCounty(home, query.county);
  if (!meant.some(({ fips }) => here.some((one) => one.fips === fips))) {
    refuse(fieldOf(countyFields), cleanText(query.county, 60), subject.county.name);
  }
}

const article = (kind: string) => `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind === 'zip' ? 'ZIP area' : kind}`;
