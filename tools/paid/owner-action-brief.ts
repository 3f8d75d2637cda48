import { z } from 'zod';
import { definePaid } from '../../src/catalog/define.ts';
import { address, inputObject } from '../../src/catalog/inputs.ts';
import { ownerActionFields, ownerActions } from '../../src/products/owner-action-brief/actions.ts';
import { calendarOf } from '../../src/products/owner-action-brief/calendar.ts';
import { leastGroups } from '../../src/products/shared/brief-parts.ts';
import { briefRoute } from '../../src/products/shared/brief-route.ts';
import { placeName } from '../../src/products/shared/compose/words.ts';
import { exemptFindings, exemptParcel, whyNoParcel } from '../../src/products/shared/parcel-record.ts';
import { plainDate } from '../../src/rules/calendar-dates.ts';

const input = inputObject({
  address,
  noticeDate: plainDate
    .optional()
    .describe('Date of the assessment notice, YYYY-MM-DD; appeal dates are counted from it'),
  withinDays: z.int().min(1).max(730).default(365).describe('Days ahead to list; default 365, at most 730'),
});

export default definePaid('svc-owner-action-brief', {
  input,
  ...briefRoute({
    kind: 'owner_action_brief',
    label: 'Dates and programs of an owner',
    fields: ownerActionFields,
    partArguments: ({ noticeDate, withinDays }: z.output<typeof input>) => ({
      ...(noticeDate && { svc_appeal_window: { noticeDate } }),
      svc_program_windows: { withinDays },
    }),
    thin: leastGroups(
      'owner_action_brief',
      2,
      'fewer than two subjects of an owner (tax dates, appeal, programs, disaster aid, special valuation, recording notices) gave facts for this place',
    ),
    findings: ({ readings, subject }) => exemptFindings(readings, subject),
    extraFields: ({ readings, now, input: { withinDays, noticeDate }, subject }) => {
      const exempt = whyNoParcel(readings, subject) ? undefined : exemptParcel(readings, subject);
      const asOf = now.toISOString().slice(0, 10);
      const dated = ownerActions(readings, { asOf, withinDays, noticeDate, isExempt: exempt?.isWhole === true });
      const calendar = calendarOf(dated.actions, placeName(subject), now);
      return { ...dated, ...(calendar && { calendar }) };
    },
  }),
});
