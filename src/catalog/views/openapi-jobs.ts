import { refTo } from './openapi-components.ts';
import { commonProblems, problem } from './openapi-paths.ts';

const text = { type: 'string' };
const id = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of a job, as `statusUrl` has it. Whoever holds it can read and end the job',
  schema: { type: 'string', pattern: '^[a-z2-7]{26}$' },
};
const named = (name: string, description: string, schema: object) => ({
  ...{ name, in: 'path', required: true, description, schema },
});

const unread = {
  '404': problem('There is no job at this address, or it has no such part'),
  '410': problem(
    'What the job brought is kept no longer; id, how it ended and the hash of its receipt are in the answer',
  ),
  '429': commonProblems['429'],
};
const document = (description: string) => ({
  description,
  headers: {
    ETag: { description: 'Revision of the job', schema: text },
    'Retry-After': { description: 'Seconds until it is worth reading again; only while work remains', schema: text },
  },
  content: { 'application/json': { schema: refTo('Job') } },
});

const states = ['accepted', 'running', 'completed', 'completed_with_diagnostics', 'failed', 'cancelled'];
const job = {
  type: 'object',
  description: 'The document that was sold, as it stands now; the schema of the route has every field',
  properties: {
    kind: { const: 'job' },
    jobKind: text,
    jobId: text,
    state: { enum: states },
    summary: text,
    stage: { type: 'string', description: 'What is being done now' },
    revision: { type: 'integer', description: 'Rises with every change' },
    expiresAt: { type: 'string', format: 'date-time' },
    pollAfterSeconds: { type: 'integer', description: 'Only while work remains' },
    statusUrl: text,
    cancelUrl: text,
    retryUrl: { type: 'string', description: 'Where something failed that can be begun again free of charge' },
    progress: { type: 'object' },
    items: { type: 'array', items: { type: 'object' } },
    artifacts: { type: 'object', additionalProperties: text },
  },
  required: ['kind', 'jobKind', 'jobId', 'state', 'summary', 'revision', 'statusUrl', 'progress', 'items'],
};

export const jobSchemas = { Job: job };

/** The same addresses for jobs and for monitors, which are jobs that come back. */
function pathsBelow(path: 'jobs' | 'monitors', what: string) {
  const named_ = (verb: string) => `${verb}${path === 'jobs' ? 'Job' : 'Monitor'}`;
  return {
    [`/${path}/{id}`]: {
      get: {
        operationId: named_('get'),
        summary: `Status document of a ${what}`,
        description:
          'What was bought, as it stands. With `wait` the answer comes when something has changed since If-None-Match (since now, without it), when the work has ended, or after so many seconds.',
        tags: ['paid'],
        parameters: [
          id,
          {
            ...{ name: 'wait', in: 'query', required: false },
            description: 'Seconds to wait for a change, at most 20',
            schema: { type: 'integer', minimum: 0, maximum: 20 },
          },
        ],
        responses: {
          '200': document('The document'),
          '304': { description: 'Not changed since the ETag of If-None-Match' },
          '400': commonProblems['400'],
          ...unread,
        },
      },
      delete: {
        operationId: named_('end'),
        summary: `End a ${what}`,
        description: 'What it brought stays readable; nothing is paid back. One that has ended stays as it is.',
        tags: ['paid'],
        parameters: [id],
        responses: { '200': document('The document'), ...unread },
      },
    },
    [`/${path}/{id}/items/{position}`]: {
      get: {
        operationId: `${named_('get')}Item`,
        summary: `One item of a ${what}, with its result`,
        tags: ['paid'],
        parameters: [id, named('position', 'From 1, in the order of the request', { type: 'integer', minimum: 1 })],
        responses: {
          '200': { description: 'The item', content: { 'application/json': { schema: { type: 'object' } } } },
          '304': { description: 'Not changed since the ETag of If-None-Match' },
          ...unread,
        },
      },
    },
    [`/${path}/{id}/files/{name}`]: {
      get: {
        operationId: `${named_('get')}File`,
        summary: `A file of a whole ${what}`,
        description: 'Its address stands in `artifacts` of the document.',
        tags: ['paid'],
        parameters: [id, named('name', 'Its name, for example results.csv', text)],
        responses: {
          '200': { description: 'The file', content: { '*/*': { schema: text } } },
          '304': { description: 'Not changed since the ETag of If-None-Match' },
          ...unread,
        },
      },
    },
    [`/${path}/{id}/retry`]: {
      post: {
        operationId: named_('retry'),
        summary: `Begin again what failed of a ${what}`,
        description: 'Free of charge. What was brought stays.',
        tags: ['paid'],
        parameters: [id],
        responses: {
          '200': document('The document'),
          '409': problem('Nothing of it has failed, it is under way, or it was begun again as often as it can be'),
          ...unread,
        },
      },
    },
  };
}

/** Jobs that were bought: read, ended, begun again. */
export const jobPaths = {
  ...pathsBelow('jobs', 'job'),
  ...pathsBelow('monitors', 'monitor'),
  '/monitors/{id}.atom': {
    get: {
      operationId: 'getMonitorFeed',
      summary: 'What a monitor found, as an Atom feed',
      description: 'An entry for each change and for each register that could not be checked, the newest first.',
      tags: ['paid'],
      parameters: [id],
      responses: {
        '200': { description: 'The feed (RFC 4287)', content: { 'application/atom+xml': { schema: text } } },
        '304': { description: 'Not changed since the ETag of If-None-Match' },
        ...unread,
      },
    },
  },
};
