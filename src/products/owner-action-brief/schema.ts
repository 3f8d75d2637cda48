import { z } from 'zod';
import { SectionCitationSchema } from '../../reports/sections.ts';
import { briefSchema } from '../shared/brief.ts';

const OwnerActionSchema = z.strictObject({
  date: z.iso.date(),
  daysFromToday: z.int().describe('Negative: the day has passed'),
  what: z.string(),
  verification: z.string().optional().describe('How far the row behind the date is checked'),
  tool: z.string().describe('The free tool that states the date'),
  citation: SectionCitationSchema,
});

export type OwnerAction = z.infer<typeof OwnerActionSchema>;

/** A brief with the days that its sections state, in the order of the calendar and in no other. */
export const ownerActionBriefSchema = (kind: string) =>
  briefSchema(kind).extend({
    asOf: z.iso.date(),
    until: z.iso.date().describe('Last day of the period asked for'),
    noticeDate: z.iso.date().optional().describe('As given; appeal dates are counted from it'),
    actions: z.array(OwnerActionSchema).describe('Days from asOf to until, soonest first'),
    passed: z.array(OwnerActionSchema).describe('Days that the same sections state and that lie before asOf'),
    laterDates: z.int().describe('Dates after until, which stand in the sections only'),
  });

/** What an owner action brief has besides the parts of every brief. */
export type OwnerActionFields = Omit<
  z.infer<ReturnType<typeof ownerActionBriefSchema>>,
  keyof z.infer<ReturnType<typeof briefSchema>>
>;
