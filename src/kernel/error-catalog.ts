/** Every error code that a caller can meet: the one list behind all error bodies and the published catalog. */
export interface ErrorEntry {
  readonly status: number;
  readonly title: string;
  readonly meaning: string;
  readonly remedy: string;
  /** Whether sending the same request again can succeed without any change. */
  readonly retry: 'no' | 'after_change' | 'later' | 'identical';
}

const entries = {
  invalid_arguments: {
    status: 400,
    title: 'Invalid arguments',
    meaning: 'A field is missing, unknown, out of range or of the wrong type. issues[] names each.',
    remedy: 'Correct the named fields; the answer carries a valid example.',
    retry: 'after_change',
  },
  invalid_body: {
    status: 400,
    title: 'Unreadable body',
    meaning: 'The body is not JSON, is nested too deeply or has the wrong shape.',
    remedy: 'Send one JSON object, for example {"name":"svc_coverage_map","arguments":{}}.',
    retry: 'after_change',
  },
  unknown_tool: {
    status: 404,
    title: 'No such tool',
    meaning: 'The registry has no tool of that name.',
    remedy: 'Use a name from suggestions[] or from GET /tools/list.',
    retry: 'after_change',
  },
  not_callable_here: {
    status: 400,
    title: 'Not callable on this path',
    meaning: 'The name is a paid route; POST /tools/call runs free tools only.',
    remedy: 'POST the flat body to the endpoint named in the answer, or call the free tool of the same name.',
    retry: 'after_change',
  },
  not_found: {
    status: 404,
    title: 'No such path',
    meaning: 'Nothing is served at this path.',
    remedy: 'GET /api lists every entry point.',
    retry: 'after_change',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The path exists and does not take this method.',
    remedy: 'Use a method named in the Allow header.',
    retry: 'after_change',
  },
  not_acceptable: {
    status: 406,
    title: 'Not acceptable',
    meaning: 'The Accept header leaves nothing that this path can send.',
    remedy: 'Accept application/json.',
    retry: 'after_change',
  },
  payload_too_large: {
    status: 413,
    title: 'Body too large',
    meaning: 'The body passes the limit named in the answer.',
    remedy: 'Send less; a place report takes at most 200 records.',
    retry: 'after_change',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    meaning: 'The path takes application/json.',
    remedy: 'Send content-type: application/json.',
    retry: 'after_change',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    meaning: 'The caller passed the published rate.',
    remedy: 'Wait for Retry-After seconds.',
    retry: 'later',
  },
  cancelled: {
    status: 499,
    title: 'Cancelled',
    meaning: 'The caller went away before the answer was ready.',
    remedy: 'Send the request again.',
    retry: 'identical',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    meaning: 'A fault of this service. Nothing was charged.',
    remedy: 'Retry once; report the request id through svc_agent_feedback.',
    retry: 'later',
  },
  not_ready: {
    status: 503,
    title: 'Not ready',
    meaning: 'The service is starting, stopping, or its store cannot be reached.',
    remedy: 'Retry after the named seconds.',
    retry: 'later',
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof entries;
export const errorCatalog: Readonly<Record<ErrorCode, ErrorEntry>> = entries;
