import { busyButton, html, quiet } from './dom.ts';
import { type Fields, fieldsOf, rowsOf, textOf } from './port.ts';

const precisions: Readonly<Record<string, string>> = {
  point: 'The point that was given',
  rooftop: 'The house in official address points',
  address: 'Matched along its street; not the house itself',
  area: 'Known as an area only, not as a point',
  unknown: 'Not found on the map',
};

const coordinate = (value: unknown): string | undefined => (typeof value === 'number' ? value.toFixed(4) : undefined);

type Choose = (place: string) => Promise<void>;

const choice = (label: string, choose: Choose | undefined): HTMLElement =>
  html('li', {}, choose ? busyButton(label, 'step', () => choose(label)) : label);

/** What place the answer is about and how well it is known; where that was not clear, the places to choose from. */
export function subjectBlock(result: Fields, choose: Choose | undefined): HTMLElement | undefined {
  const subject = fieldsOf(result.subject);
  const jurisdiction = fieldsOf(result.jurisdiction);
  const title = textOf(subject.resolved) ?? textOf(subject.input) ?? textOf(result.place);
  if (title === undefined) return undefined;
  const latitude = coordinate(subject.latitude);
  const about = [
    precisions[textOf(subject.precision) ?? ''],
    [textOf(subject.countyName), textOf(subject.state)].filter(Boolean).join(', ') || textOf(jurisdiction.displayName),
    latitude && subject.precision !== 'area' ? `${latitude}, ${coordinate(subject.longitude) ?? ''}` : undefined,
  ].filter((part) => part !== undefined && part !== '');
  const choices = rowsOf(subject.candidates).flatMap(({ label }) => textOf(label) ?? []);
  return html(
    'div',
    { class: 'subject-of' },
    html('p', { class: 'place' }, title),
    quiet(about.join(' · '), 'p'),
    choices.length > 0 ? html('p', {}, 'It may be one of these:') : undefined,
    choices.length > 0
      ? html('ul', { class: choose ? 'choices' : 'plain' }, ...choices.map((label) => choice(label, choose)))
      : undefined,
  );
}
