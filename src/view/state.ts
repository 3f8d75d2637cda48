import type { AnswerState } from '../kernel/state.ts';
import { html, svg } from './dom.ts';

interface StateWords {
  readonly word: string;
  readonly meaning: string;
  /** Inside of a circle of radius 8 around 10, 10. */
  readonly sign: readonly (readonly ['path' | 'circle', Readonly<Record<string, string | number>>])[];
}

const line = (d: string) => ['path', { d, class: 'stroke' }] as const;
const ring = ['circle', { cx: 10, cy: 10, r: 8, class: 'stroke' }] as const;

const states: Readonly<Record<AnswerState, StateWords>> = {
  found: {
    word: 'Found',
    meaning: 'The named source answered and has something here.',
    sign: [
      ['circle', { cx: 10, cy: 10, r: 9, class: 'fill' }],
      ['path', { d: 'M6 10.4l2.8 2.8L14.2 7.4', class: 'cut' }],
    ],
  },
  empty: {
    word: 'Nothing found',
    meaning:
      'The source answered and returned nothing inside the area that was searched. It does not mean that nothing exists.',
    sign: [ring],
  },
  partial: {
    word: 'Found in part',
    meaning: 'Some of what was queried could not be read. What was read is shown.',
    sign: [ring, ['path', { d: 'M10 2a8 8 0 0 0 0 16z', class: 'fill' }]],
  },
  stale: {
    word: 'Older copy',
    meaning: 'Read from a copy that is older than its own rule allows. The source date says how old.',
    sign: [ring, line('M10 5.5V10l3 2')],
  },
  not_covered: {
    word: 'Not covered',
    meaning: 'No source is connected for this place. Records may well exist elsewhere.',
    sign: [['circle', { cx: 10, cy: 10, r: 8, class: 'stroke dashed' }]],
  },
  unresolved: {
    word: 'Which place?',
    meaning: 'The place could not be pinned down as far as this question needs.',
    sign: [
      ring,
      line('M7.6 8a2.4 2.4 0 1 1 3.3 2.2c-.6.3-.9.7-.9 1.4'),
      ['circle', { cx: 10, cy: 14, r: 1, class: 'fill' }],
    ],
  },
  unavailable: {
    word: 'No answer from the source',
    meaning: 'The source failed, refused or is not set up here. This says nothing about the place.',
    sign: [ring, line('M7 7l6 6M13 7l-6 6')],
  },
};

export const isState = (value: unknown): value is AnswerState => typeof value === 'string' && value in states;

export const stateWord = (state: AnswerState): string => states[state].word;

const signOf = (state: AnswerState): SVGElement =>
  svg(
    'svg',
    { viewBox: '0 0 20 20', class: 'sign', 'aria-hidden': 'true' },
    ...states[state].sign.map(([tag, attributes]) => svg(tag, attributes)),
  );

/** The state with its sign, and what it means. */
export const stateBlock = (state: AnswerState): HTMLElement =>
  html(
    'div',
    { class: `state s-${state}` },
    html('p', { class: 'state-word' }, signOf(state), stateWord(state)),
    // an answer that was found speaks for itself
    state === 'found' ? undefined : html('p', { class: 'state-meaning' }, states[state].meaning),
  );

/** The state beside the line that it belongs to. */
export const stateTag = (state: AnswerState): HTMLElement =>
  html('span', { class: `tag s-${state}` }, signOf(state), stateWord(state));
