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
import { limitsOf } from '../../src/rules/limits.ts';

export default definePaid({
  title: 'Owner action brief',
  summary:
    'Dated actions of an owner: tax, appeal, programs, disaster aid; how each is known, reminders, and a calendar file.',
  whenToUse:
    'What can the owner of this address do or must look at in the coming months, by which day, and on whose page?',
  notFor: 'Not legal or tax advice; the short free digest is svc_ownership_loop.',
  scope: 'rules',
  examples: [
    { title: 'An address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    {
      title: 'From an assessment notice, half a year ahead',
      arguments: { address: '121 N LaSalle St, Chicago, IL 60602', noticeDate: '2026-11-02', withinDays: 180 },
    },
  ],
  input: inputObject({
    address,
    noticeDate: plainDate
      .optional()
      .describe('Date of the assessment notice, YYYY-MM-DD; appeal dates are counted from it'),
    withinDays: z.int().min(1).max(730).default(365).describe('Days ahead to list; default 365, at most 730'),
  }),
  paid: {
    priceUsdc: '0.05',
    chargesWhen:
      'the address is resolved to a point and at least two of these subjects gave facts: tax dates, assessment appeal, owner programs, disaster aid, special valuation, notices of recorded documents',
    freeWhen: 'fewer than two substantive sections (owner_action_brief_diagnostic)',
    tags: ['owner', 'deadlines', 'property tax', 'brief'],
    preflightTools: ['svc_ownership_loop', 'svc_lane_availability'],
    seeAlso: ['svc_appeal_window', 'svc_program_windows'],
  },
  ...briefRoute({
    kind: 'owner_action_brief',
    label: 'Dates and programs of an owner',
    fields: ownerActionFields,
    partArguments: ({
      noticeDate,
      withinDays,
    }: {
      noticeDate?: string | undefined;
      withinDays: number;
      address: string;
    }) => ({
      ...(noticeDate && { svc_appeal_window: { noticeDate } }),
      svc_program_windows: { withinDays },
    }),
    extraReadings: async ({ now }) => ({ readings: [], now }),
    thin: leastGroups(
      'owner_action_brief',
      2,
      'fewer than two subjects of an owner (tax dates, appeal, programs, disaster aid, special valuation, recording notices) gave facts for this place',
    ),
    findings: ({ readings, subject }) => exemptFindings(readings, subject),
    extraFields: ({ readings, own, input: { withinDays, noticeDate }, subject }) => {
      const now = own?.now ?? new Date(0);
      const exempt = whyNoParcel(readings, subject) ? undefined : exemptParcel(readings, subject);
      const asOf = now.toISOString().slice(0, 10);
      const dated = ownerActions(readings, { asOf, withinDays, noticeDate, isExempt: exempt?.isWhole === true });
      const calendar = calendarOf(dated.actions, placeName(subject), now);
      return {
        ...dated,
        ...(calendar && { calendar }),
      };
    },
    caveats: limitsOf('owner-action-brief'),
  }),
});
