import { refTo } from './openapi-components.ts';
import { commonProblems, problem } from './openapi-paths.ts';

const text = { type: 'string' };
const id = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of a bought report',
  schema: { type: 'string', pattern: '^[0-9a-f]{32}$' },
};
const copy = {
  ...id,
  name: 'copy',
  description:
    'The id of a copy: its page; with .html, .json or .pdf that form; of a place report .svg, .bundle.json, .geojson and .csv too, of dated actions .ics, of a flyer .png, of a property update .mp4 for a day',
  schema: {
    type: 'string',
    pattern: String.raw`^[0-9a-f]{32}(\.(html|json|pdf|svg|bundle\.json|geojson|csv|ics|png|mp4))?$`,
  },
};
const payment = (required: boolean, description: string) => ({
  name: 'PAYMENT-SIGNATURE',
  in: 'header',
  required,
  description,
  schema: text,
});
const ofPurchase = 'The header of the settled purchase, unchanged. It is compared by its hash and charged no more.';

const readable = {
  '304': { description: 'Not changed since the ETag of If-None-Match' },
  '404': problem('There is no report at this address, or it has no such form'),
  '410': problem('The buyer has withdrawn the public copies, or their time is over; a page for a browser'),
  '429': commonProblems['429'],
};
const refused = problem('The payment is not that of a settled purchase of this report; never 402');

const sharing = {
  type: 'object',
  properties: {
    id: text,
    copies: { enum: ['public', 'withdrawn'] },
    since: { type: 'string', format: 'date-time' },
    until: { type: 'string', format: 'date-time', description: 'Until when public copies can be read' },
    message: text,
  },
  required: ['id', 'copies', 'since', 'message'],
};

const decided = (named: object, operationId: string, summary: string, description: string) => ({
  operationId,
  summary,
  description,
  tags: ['paid'],
  parameters: [named, payment(true, ofPurchase)],
  responses: {
    '200': {
      description: 'What holds from now on',
      content: { 'application/json': { schema: refTo('ReportSharing') } },
    },
    '403': refused,
    '404': problem('There is no report at this address'),
    '429': commonProblems['429'],
    '503': problem('The ledger cannot be reached, or nothing is sold here'),
  },
});

export const reportSchemas = { ReportSharing: sharing };

/** Copies of bought reports, and what their buyers decide about them. */
export const reportPaths = {
  '/reports/{copy}': {
    get: {
      operationId: 'getReport',
      summary: 'Public copy of what was bought',
      description:
        'Without the owner and without the buyer. Whoever has the address can read it until its time is over or the buyer withdraws it. The bundle with the payment of the purchase is the copy of the buyer: it alone has the receipt, and it is there also while the public copies are withdrawn.',
      tags: ['paid'],
      parameters: [copy, payment(false, `For the bundle: ${ofPurchase}`)],
      responses: {
        '200': {
          description: 'The copy',
          content: {
            'application/json': { schema: { type: 'object' } },
            'application/pdf': { schema: text },
            'image/svg+xml': { schema: text },
            'text/calendar': { schema: text },
            'text/csv': { schema: text },
            'text/html': { schema: text },
          },
        },
        ...readable,
        '403': refused,
      },
    },
    delete: decided(
      { ...id, name: 'copy' },
      'withdrawReport',
      'Withdraw the public copies',
      'Every address of the report answers 410 from then on, on every server. Sending the purchase again does not bring the copies back.',
    ),
  },
  '/reports/{id}/renew': {
    post: decided(
      id,
      'renewReport',
      'Make the public copies readable again',
      'For their whole time from now, whether or not they were withdrawn.',
    ),
  },
};
