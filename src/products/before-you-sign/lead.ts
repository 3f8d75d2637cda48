import { many } from '../../kernel/nearby-shape.ts';
import { capital } from '../../reports/words.ts';
import { hasAnswered } from '../shared/brief.ts';
import type { OnParcelReading } from '../shared/on-parcel/readings.ts';

/** The brief in one sentence: what the parcel's own registers hold. */
export function signingLead(own: OnParcelReading | undefined): string | undefined {
  if (!own) return undefined;
  const queried = own.readings.filter(({ answer }) => answer.state !== 'unresolved');
  const heard = queried.filter(hasAnswered).length;
  const of = heard < queried.length ? ` that answered of ${queried.length}` : '';
  return queried.length > 0
    ? capital(`${many(own.entries.length, 'record')} of the parcel itself in ${many(heard, 'register')}${of}.`)
    : 'No register here could be queried for the parcel itself.';
}
