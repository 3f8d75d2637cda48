import { refTo } from './openapi-components.ts';
import { body, commonProblems, operation, parameter, problem, responses } from './openapi-paths.ts';

const text = { type: 'string' };
const required = true;

const jobId = parameter(
  'path',
  'id',
  { type: 'string', pattern: '^[a-z2-7]{26}$' },
  required,
  'The id of a job, as `statusUrl` has it. Whoever holds it can read and end the job',
);
const unreadJob = {
  '404': problem('There is no job at this address, or it has no such part'),
  '410': problem(
    'What the job brought is kept no longer; id, how it ended and the hash of its receipt are in the answer',
  ),
  '429': commonProblems['429'],
};
const unchangedJob = { '304': responses.NotChanged, ...unreadJob };
const jobDocument = {
  description: 'The document',
  headers: {
    ETag: { description: 'Revision of the job', schema: text },
    'Retry-After': { description: 'Seconds until it is worth reading again; only while work remains', schema: text },
  },
  content: body(refTo('Job')),
};

/** The same addresses for jobs and for monitors, which are jobs that come back. */
function pathsBelow(path: 'jobs' | 'monitors', what: string) {
  const named = (verb: string) => `${verb}${path === 'jobs' ? 'Job' : 'Monitor'}`;
  return {
    [`/${path}/{id}`]: {
      get: operation('paid', named('get'), `Status document of a ${what}`, {
        description:
          'What was bought, as it stands. With `wait` the answer comes when something has changed since If-None-Match (since now, without it), when the work has ended, or after so many seconds.',
        parameters: [
          jobId,
          parameter(
            'query',
            'wait',
            { type: 'integer', minimum: 0, maximum: 20 },
            false,
            'Seconds to wait for a change, at most 20',
          ),
        ],
        responses: { '200': jobDocument, '400': commonProblems['400'], ...unchangedJob },
      }),
      delete: operation('paid', named('end'), `End a ${what}`, {
        description: 'What it brought stays readable; nothing is paid back. One that has ended stays as it is.',
        parameters: [jobId],
        responses: { '200': jobDocument, ...unreadJob },
      }),
    },
    [`/${path}/{id}/items/{position}`]: {
      get: operation('paid', `${named('get')}Item`, `One item of a ${what}, with its result`, {
        parameters: [
          jobId,
          parameter(
            'path',
            'position',
            { type: 'integer', minimum: 1 },
            required,
            'From 1, in the order of the request',
          ),
        ],
        responses: { '200': { description: 'The item', content: body({ type: 'object' }) }, ...unchangedJob },
      }),
    },
    [`/${path}/{id}/files/{name}`]: {
      get: operation('paid', `${named('get')}File`, `A file of a whole ${what}`, {
        description: 'Its address stands in `artifacts` of the document.',
        parameters: [jobId, parameter('path', 'name', text, required, 'Its name, for example results.csv')],
        responses: { '200': { description: 'The file', content: { '*/*': { schema: text } } }, ...unchangedJob },
      }),
    },
    [`/${path}/{id}/retry`]: {
      post: operation('paid', named('retry'), `Begin again what failed of a ${what}`, {
        description: 'Free of charge. What was brought stays.',
        parameters: [jobId],
        responses: {
          '200': jobDocument,
          '409': problem('Nothing of it has failed, it is under way, or it was begun again as often as it can be'),
          ...unreadJob,
        },
      }),
    },
  };
}

const reportId = (name: string, description: string, pattern: string) =>
  parameter('path', name, { type: 'string', pattern }, required, description);
const bought = reportId('id', 'The id of a bought report', '^[0-9a-f]{32}$');
const copy = reportId(
  'copy',
  'The id of a copy: its page; with .html, .json or .pdf that form; of a place report .svg, .bundle.json, .geojson and .csv too, of dated actions .ics, of a flyer .png, of a property update .mp4 for a day',
  String.raw`^[0-9a-f]{32}(\.(html|json|pdf|svg|bundle\.json|geojson|csv|ics|png|mp4))?$`,
);
const ofPurchase = 'The header of the settled purchase, unchanged. It is compared by its hash and charged no more.';
const payment = (isRequired: boolean, description: string) =>
  parameter('header', 'PAYMENT-SIGNATURE', text, isRequired, description);
const refused = problem('The payment is not that of a settled purchase of this report; never 402');

const decided = (named: object, operationId: string, summary: string, description: string) =>
  operation('paid', operationId, summary, {
    description,
    parameters: [named, payment(true, ofPurchase)],
    responses: {
      '200': { description: 'What holds from now on', content: body(refTo('ReportSharing')) },
      '403': refused,
      '404': problem('There is no report at this address'),
      '429': commonProblems['429'],
      '503': problem('The ledger cannot be reached, or nothing is sold here'),
    },
  });

const copyForms = ['application/pdf', 'image/svg+xml', 'text/calendar', 'text/csv', 'text/html'];

/** Copies of bought reports and what their buyers decide about them; jobs that were bought: read, ended, begun again. */
export const boughtPaths = {
  '/reports/{copy}': {
    get: operation('paid', 'getReport', 'Public copy of what was bought', {
      description:
        'Without the owner and without the buyer. Whoever has the address can read it until its time is over or the buyer withdraws it. The bundle with the payment of the purchase is the copy of the buyer: it alone has the receipt, and it is there also while the public copies are withdrawn.',
      parameters: [copy, payment(false, `For the bundle: ${ofPurchase}`)],
      responses: {
        '200': {
          description: 'The copy',
          content: {
            ...body({ type: 'object' }),
            ...Object.fromEntries(copyForms.map((type) => [type, { schema: text }])),
          },
        },
        '304': responses.NotChanged,
        '403': refused,
        '404': problem('There is no report at this address, or it has no such form'),
        '410': problem('The buyer has withdrawn the public copies, or their time is over; a page for a browser'),
        '429': commonProblems['429'],
      },
    }),
    delete: decided(
      { ...bought, name: 'copy' },
      'withdrawReport',
      'Withdraw the public copies',
      'Every address of the report answers 410 from then on, on every server. Sending the purchase again does not bring the copies back.',
    ),
  },
  '/reports/{id}/renew': {
    post: decided(
      bought,
      'renewReport',
      'Make the public copies readable again',
      'For their whole time from now, whether or not they were withdrawn.',
    ),
  },
  ...pathsBelow('jobs', 'job'),
  ...pathsBelow('monitors', 'monitor'),
  '/monitors/{id}.atom': {
    get: operation('paid', 'getMonitorFeed', 'What a monitor found, as an Atom feed', {
      description: 'An entry for each change and for each register that could not be checked, the newest first.',
      parameters: [jobId],
      responses: {
        '200': { description: 'The feed (RFC 4287)', content: { 'application/atom+xml': { schema: text } } },
        ...unchangedJob,
      },
    }),
  },
};
