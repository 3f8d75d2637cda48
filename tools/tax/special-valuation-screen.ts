import { z } from 'zod';
import { placeWords } from '../../src/answers/uncovered.ts';
import { defineTool, penny } from '../../src/catalog/define.ts';
import { atAddress } from '../../src/catalog/inputs.ts';
import { answerSchema, row } from '../../src/kernel/answer.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import { findParcel } from '../../src/local/parcel.ts';
import { readLane } from '../../src/local/reader.ts';
import { rowCitation, servedVerifications } from '../../src/rules/cited-row.ts';
import { coveredPlaces, readTable } from '../../src/rules/rule-table.ts';
import { stateTaxOffice } from '../../src/rules/tax-office.ts';
import { specialValuation } from '../../src/rules/tax-special-valuation.ts';

const shown = 6;

const listed = row({
  list: z.string(),
  taxYear: z.number().optional(),
  code: z.string().optional().describe("The publisher's own code of the exemption"),
  exemptValueUsd: z.number().optional(),
});

const rule = row({
  kind: z.enum(['use_value', 'growth_limit']),
  title: z.string(),
  rule: z.string(),
  afterwards: z.string().optional().describe('What is owed or reset when it ends'),
  statute: z.string().describe('As generally known; the text was not read'),
  verification: z.enum(servedVerifications),
});

const facts = z.strictObject({
  listed: z.array(listed).optional(),
  leftOut: z.int().optional(),
  stateRules: z.array(rule).optional(),
});

const limits = [
  'A listing is what the roll says of the parcel in that year; a rule is what a page says of the state. Neither says that this property or its owner qualifies.',
  'A parcel that is on no list here can still be valued under a special rule: the assessor keeps that file.',
];

export default defineTool({
  title: 'Special valuation screen',
  summary: 'Exemptions that the tax roll lists for a parcel, and state rules on use value and limits of value growth.',
  whenToUse: 'Is this parcel listed with an exemption, and which use-value or growth-limit rules does the state have?',
  notFor: 'Not eligibility, not a rollback figure and not relief by income, age or service (svc_owner_programs).',
  synonyms: [
    'use value taxation',
    'timber',
    'farmland assessment',
    'agricultural exemption',
    'greenbelt',
    'assessment cap',
    'homestead cap',
    'rollback tax',
    'tax exempt parcel',
    'Proposition 13',
  ],
  scope: 'local',
  lane: 'special_valuation',
  subject: 'point',
  sources: [],
  limits,
  examples: [
    { title: 'Exemptions of a lot in New York', arguments: { address: '100 Gold St, New York, NY 10038' } },
    { title: 'Rules of a state', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
  ],
  input: atAddress({}),
  output: answerSchema({ facts }),
  paid: penny(['property tax', 'use value', 'exemption', 'assessment']),
  async run(ctx) {
    const { subject, lane } = ctx;
    const answer = new AnswerBuilder(subject);
    const area = placeWords(subject);
    const entries: z.input<typeof listed>[] = [];
    const told: string[] = [];
    const notes: string[] = [];
    if (lane.state === 'wired') {
      const names = lane.wired.map(({ source }) => source.name).join(', ');
      const parcels = await ctx.jurisdictions.lane(subject, 'parcel', ctx.sources);
      const by = new AnswerBuilder(subject);
      const key =
        parcels.state === 'wired' ? (await findParcel(ctx.sources, parcels.wired, subject, by))?.parcelId : undefined;
      if (!key) {
        const state = by.state === 'unavailable' ? 'unavailable' : 'unresolved';
        answer.take({ state, source: names, reason: 'the parcel number of the address is not known' }, { area });
        told.push(`${names} could not be asked, the parcel number is not known`);
      }
      for (const wired of key ? lane.wired : []) {
        const found = await readLane(ctx.sources, wired, { key: key ?? '', limit: 50 });
        const { name, recordScope, limits: own } = wired.source;
        const taken = answer.take(found, { area: `parcel ${key}`, ...(recordScope && { recordScope }) });
        for (const { fields } of taken?.data ?? []) {
          entries.push({
            list: name,
            ...(typeof fields.year === 'number' && { taxYear: fields.year }),
            ...(fields.code !== undefined && { code: String(fields.code) }),
            ...(typeof fields.exemptValue === 'number' && { exemptValueUsd: fields.exemptValue }),
            citation: taken?.citation ?? 'c1',
          });
        }
        const count = taken?.data.length ?? 0;
        const rows = `${count} row${count === 1 ? '' : 's'}`;
        told.push(`${name} for parcel ${key}: ${taken ? rows : found.state === 'empty' ? 'no row' : 'not readable'}`);
        notes.push(...own.notes);
      }
    } else {
      answer.take({ state: lane.state, source: 'wired lists of exempt parcels', reason: lane.reason }, { area });
      told.push('no list of exempt parcels could be asked here');
    }
    entries.sort((a, b) => (b.taxYear ?? 0) - (a.taxYear ?? 0));

    const { rows } = readTable(answer, specialValuation, { subject, area, scope: 'state rules' });
    const rules = rows.map(
      ({ row: one }): z.input<typeof rule> => ({
        kind: one.kind,
        title: one.title,
        rule: one.rule,
        ...(one.afterwards && { afterwards: one.afterwards }),
        statute: one.statute,
        verification: one.verification,
        citation: answer.cite(rowCitation(one)),
      }),
    );
    told.push(
      rules.length > 0
        ? `rules of ${rows[0]?.row.scope.name}: ${rules.map(({ title }) => title).join(', ')}`
        : 'no rule of the state that was held against a page',
    );
    const source = lane.state === 'wired' ? lane.wired[0]?.source : undefined;
    return answer.finish({
      summary: `Special valuation at ${area}: ${told.join('; ')}.`,
      facts: {
        ...(entries.length > 0 && { listed: entries.slice(0, shown) }),
        ...(entries.length > shown && { leftOut: entries.length - shown }),
        ...(rules.length > 0 && { stateRules: rules }),
      },
      limits: [
        ...limits,
        ...notes,
        ...(rules.length > 0 ? [] : [`States with rules: ${coveredPlaces(specialValuation).join(', ')}.`]),
      ],
      verifyNext: [
        ...(source
          ? [
              {
                action: 'Ask which exemptions and use values are on file',
                with: source.publisher,
                url: source.landingUrl,
              },
            ]
          : [{ action: 'Ask which exemptions and use values are on file', with: 'county assessor' }]),
        ...stateTaxOffice(subject, 'Read the rules and forms of the state'),
      ],
    });
  },
});
