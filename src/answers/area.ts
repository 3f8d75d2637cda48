import type { Subject } from '../kernel/subject.ts';
import { isPointSubject } from '../kernel/subject.ts';
import { cleanText } from '../kernel/text.ts';
import type { AskContext } from './ask-tools.ts';
import type { ContextParts } from './context-parts.ts';

/** Says that a street address is known to its area alone, and the ways on; undefined for any other place. */
export const unknownHouse = ({ precision, streetLine, resolved }: Subject): string | undefined =>
  precision === 'area' && streetLine
    ? `The house "${cleanText(streetLine, 80)}" could not be placed by a geocoder, so the answer is of ${resolved ?? 'its area'}. Latitude and longitude, or the nearest crossing of two roads, find the spot.`
    : undefined;

/**
 * The parts of a composed tool that can be queried for the place: an area has none of those that need a point. `limits`
 * says once what was not queried and what would be needed; nothing for a point.
 *
 * @param others what the tool itself reads around a point
 */
export function partsHere(
  ctx: Pick<AskContext, 'catalog'>,
  parts: ContextParts,
  subject: Subject,
  others: readonly string[] = [],
) {
  if (isPointSubject(subject)) return { parts, limits: [] };
  const needsPoint = ({ tool }: ContextParts[string]) => ctx.catalog.find(tool)?.subject === 'point';
  const named = Object.entries(parts);
  const left = [...named.filter(([, part]) => needsPoint(part)).map(([, { label }]) => label), ...others];
  const house = unknownHouse(subject);
  return {
    parts: Object.fromEntries(named.filter(([, part]) => !needsPoint(part))),
    limits: [
      ...(house ? [house] : []),
      ...(left.length > 0 ? [`Not queried for an area, because they are of one spot: ${left.join(', ')}.`] : []),
    ],
  };
}
