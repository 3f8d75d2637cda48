import { z } from 'zod';
import { placeWords } from '../../src/answers/uncovered.ts';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { inputObject, place } from '../../src/catalog/inputs.ts';
import { answerOf } from '../../src/kernel/answer.ts';
import { many } from '../../src/kernel/nearby-shape.ts';
import type { RowOf } from '../../src/rules/cited-columns.ts';
import { mitigationPrograms, type ProgramHazard } from '../../src/rules/program-tables.ts';
import { pointerChecks } from '../../src/rules/rule-pointers.ts';
import { readTable } from '../../src/rules/rule-table.ts';
import { ruleRow, soldByPlace, tableLimits, viewRow } from '../../src/rules/rule-view.ts';

/** Words that a caller may use, and the hazard of the table that each one means; others meet only `any`. */
const hazards = {
  flood: 'flood',
  wind: 'wind',
  hurricane: 'wind',
  tornado: 'wind',
  earthquake: 'earthquake',
  seismic: 'earthquake',
  wildfire: undefined,
  hail: undefined,
} as const satisfies Record<string, ProgramHazard | undefined>;
const hazardWords = Object.keys(hazards) as (keyof typeof hazards)[];

export default defineTool({
  title: 'Mitigation programs and grants',
  summary: 'Grant programs for making buildings withstand wind, flood or earthquake at a place, with dated status.',
  whenToUse: 'Is there public money for retrofitting this home (roof, shutters, elevation, bolting), and is it open?',
  notFor: 'Not disaster aid after an event (svc_open_disaster_assistance) and not the hazard itself (svc_flood_zone).',
  scope: 'rules',
  subject: 'area',
  examples: [{ title: 'Programs against wind', arguments: { place: 'Alabama', hazard: 'wind' } }],
  input: inputObject({
    place,
    hazard: z
      .enum(hazardWords as [keyof typeof hazards, ...(keyof typeof hazards)[]])
      .optional()
      .describe('Only programs for this hazard and those for any; all where absent'),
  }),
  output: answerOf({
    programs: z.array(
      ruleRow({
        program: z.string(),
        hazard: z.string().describe('any: not tied to one hazard'),
        status: z.string().describe("Where the program stood on the citation's date"),
        amount: z.string().optional(),
        eligibility: z.string().optional(),
      }),
    ),
  }),
  paid: oneCentTerms(['mitigation', 'grant', 'retrofit', 'hazard'], soldByPlace('programs')),
  run({ subject, now, answer }, { hazard }) {
    const area = placeWords(subject);
    const against = hazard ? `against ${hazard}` : 'against any hazard';
    const wanted = (row: RowOf<typeof mitigationPrograms>) =>
      !hazard || row.hazard === 'any' || row.hazard === hazards[hazard];
    const { rows, pointers } = readTable(answer, mitigationPrograms, { subject, area, now, scope: against, wanted });
    const office = 'state hazard mitigation officer or insurance department';
    const ask = { action: 'Ask what is open now and who may apply', with: office };
    const [first] = rows;
    const more = pointers.length > 0 ? `; ${many(pointers.length, 'program')} to ask about, named in the limits` : '';
    return answer.finish({
      summary: first
        ? `The table of mitigation programs was read for ${area}, ${against}: ${rows.map(({ row }) => `"${row.program}"`).join('; ')}.`
        : `The table of mitigation programs has no row ${against} for ${area} that was read on an official page${more}.`,
      facts: first && {
        programs: rows.map((hit) => viewRow(answer, hit, ['program', 'hazard', 'status', 'amount', 'eligibility'])),
      },
      limits: tableLimits(mitigationPrograms, rows, pointers),
      verifyNext: [first && { ...ask, url: first.row.page.url }, ...pointerChecks(pointers), !first && ask],
    });
  },
});
