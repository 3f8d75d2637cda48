import { z } from 'zod';

/** What one round saw of a source: its form, never its content. No value of a row is stored, apart from codes of a publisher's list. */
export const ObservationSchema = z.strictObject({
  fields: z.record(z.string(), z.string()).describe('Type by name of field, in the words of the platform or of JSON'),
  described: z.boolean().describe('The platform described all fields; else they are those of the rows that came'),
  personFields: z.int().min(0).describe('Fields whose name says that they are about a person: counted, not named'),
  missing: z.array(z.string()).describe('What this service reads and the source does not have'),
  codes: z.record(
    z.string(),
    z.strictObject({ values: z.array(z.string()), declared: z.boolean().describe('The platform states the list') }),
  ),
  rows: z.int().min(0).optional().describe('Rows in all, or in the reply where nothing counts them'),
  newest: z.iso.date().optional().describe('Newest date that is not in the future'),
});

export type Observation = z.infer<typeof ObservationSchema>;

/** What a round can find. What `degrades` keeps a source from being believed; the others are for the operator to look at. */
export const findingCodes = {
  field_missing: 'degrades',
  type_changed: 'degrades',
  rows_dropped: 'degrades',
  no_rows: 'degrades',
  newest_date_stale: 'degrades',
  moved: 'degrades',
  token_required: 'degrades',
  rate_limited: 'degrades',
  unreachable: 'degrades',
  not_json: 'degrades',
  error_answered: 'degrades',
  question_refused: 'degrades',
  field_gone: 'notice',
  field_added: 'notice',
  code_value_new: 'notice',
  code_value_gone: 'notice',
} as const satisfies Readonly<Record<string, 'degrades' | 'notice'>>;

export type FindingCode = keyof typeof findingCodes;
const codeNames = Object.keys(findingCodes) as [FindingCode, ...FindingCode[]];

export const FindingSchema = z.strictObject({
  code: z.enum(codeNames),
  field: z.string().optional(),
  from: z.union([z.string(), z.number()]).optional(),
  to: z.union([z.string(), z.number()]).optional(),
});

export type Finding = z.infer<typeof FindingSchema>;

/** `changed`: answers, with something new to look at. `no_question`: its card has none that is cheap enough to ask. */
export const sourceStates = ['fine', 'changed', 'degraded', 'not_asked', 'no_question'] as const;
export type SourceState = (typeof sourceStates)[number];

export interface SourceFindings {
  readonly cardId: string;
  readonly state: SourceState;
  /** Since when the state is this one; ISO time. */
  readonly since: string;
  readonly checkedAt: string;
  readonly findings: readonly Finding[];
}

export const degrades = ({ code }: Finding): boolean => findingCodes[code] === 'degrades';

/** The state that findings make; a source without any is fine. */
export const stateOfFindings = (findings: readonly Finding[]): SourceState =>
  findings.some(degrades) ? 'degraded' : findings.length > 0 ? 'changed' : 'fine';

/** What a source calls its fields and codes, as words of another. */
const quoted = (text: string | number | undefined): string => `"${String(text ?? '').replaceAll('"', "'")}"`;

const sentences: Readonly<Record<FindingCode, (finding: Required<Finding>) => string>> = {
  field_missing: ({ field }) => `${quoted(field)}, which is read, is missing`,
  type_changed: ({ field, from, to }) => `${quoted(field)} was ${from} and is ${to}`,
  rows_dropped: ({ from, to }) => `had ${from} rows and has ${to}`,
  no_rows: () => 'answers without any row',
  newest_date_stale: ({ from, to }) => `its newest date is ${to}; ${from} or later was expected`,
  moved: ({ to }) => `is no longer at its address (${to})`,
  token_required: ({ to }) => `refuses without a token or a login (${to})`,
  rate_limited: () => 'answers that it gets too many requests',
  unreachable: ({ to }) => `did not answer (${to})`,
  not_json: () => 'sends something that is not JSON',
  error_answered: () => 'answers with an error',
  question_refused: () => 'refuses the question for the columns that are read',
  field_gone: ({ field }) => `${quoted(field)}, which is not known to be read, is gone`,
  field_added: ({ field }) => `has a new field ${quoted(field)}`,
  code_value_new: ({ field, to }) => `${quoted(field)} has the new code ${quoted(to)}`,
  code_value_gone: ({ field, from }) => `${quoted(field)} no longer has the code ${quoted(from)}`,
};

/** A finding in words, without the name of the source. Nothing decides on these words: the code does. */
export const findingText = (finding: Finding): string =>
  sentences[finding.code]({ field: '', from: '', to: '', ...finding });
