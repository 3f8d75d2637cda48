import type { PartReading } from '../../../answers/ask-tools.ts';
import type { AnswerFacts } from '../../shared/compose/facts.ts';

/** The facts of one answer, with the answer that they come from. */
export interface ReadAnswer extends Pick<AnswerFacts, 'facts' | 'tables' | 'dated'> {
  readonly reading: PartReading;
}
