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
    remedy: 'Use a name from suggestions[], or search the catalog in words.',
    retry: 'after_change',
  },
  not_callable_here: {
    status: 400,
    title: 'Not callable on this path',
    meaning: 'The name is a paid route, and this path runs free tools only.',
    remedy:
      'Call the paid route by its name with hyphens, or POST the flat body to the endpoint named in the answer; it answers with its price first.',
    retry: 'after_change',
  },
  host_not_served: {
    status: 403,
    title: 'Not a name of this server',
    meaning: 'The Host header names neither the published address nor an address in numbers.',
    remedy: 'Call the published address; an operator adds further names with SVC_ALLOWED_HOSTS.',
    retry: 'after_change',
  },
  origin_not_allowed: {
    status: 403,
    title: 'This web page may not call',
    meaning:
      'The Origin header names a web page that this server does not take calls from. Published documents are open to all.',
    remedy: 'Call from a program, or have the operator name the origin in SVC_ALLOWED_ORIGINS.',
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
  payment_required: {
    status: 402,
    title: 'Payment required',
    meaning: 'The tool is paid and no payment was attached. The body is an x402 challenge; nothing was reserved.',
    remedy:
      'Ask the user, pick one entry of accepts[] unchanged, sign it, send the identical request with the payment.',
    retry: 'after_change',
  },
  insufficient_funds: {
    status: 402,
    title: 'Insufficient funds',
    meaning: 'The paying wallet does not hold amountRequired (atomic units) on network. Nothing was charged.',
    remedy: 'Fund the wallet named in payer on that network, then sign against the fresh challenge of this answer.',
    retry: 'after_change',
  },
  invalid_signature: {
    status: 402,
    title: 'Invalid signature',
    meaning: 'The signature does not belong to the payer. Nothing was charged.',
    remedy: 'Sign anew against the fresh challenge of this answer.',
    retry: 'after_change',
  },
  expired_authorization: {
    status: 402,
    title: 'Expired authorization',
    meaning: 'The payment is not valid yet, is expired or cancelled, or runs out before the work could be settled.',
    remedy: 'Sign anew against the fresh challenge of this answer.',
    retry: 'after_change',
  },
  invalid_payload: {
    status: 402,
    title: 'Malformed payment',
    meaning:
      'The payment cannot be read, does not have the form that its network takes, or is refused by the facilitator for a reason without a code of its own. Nothing was charged.',
    remedy: 'Rebuild the credential: base64 of {x402Version: 2, accepted, payload}.',
    retry: 'after_change',
  },
  no_matching_requirements: {
    status: 402,
    title: 'Payment for other terms',
    meaning: 'The payment does not match exactly one entry of accepts[], or was made for another endpoint.',
    remedy: 'Take one entry of accepts[] of this answer unchanged and sign it.',
    retry: 'after_change',
  },
  payment_replay_different_request: {
    status: 409,
    title: 'Payment already used for another request',
    meaning: 'This payment belongs to a call of another tool or with other arguments.',
    remedy: 'Sign a new payment for this request.',
    retry: 'after_change',
  },
  clarification_required: {
    status: 409,
    title: 'Which property is meant',
    meaning:
      'The address fits several properties, or the parcel found there carries another address. candidates names what was found; nothing was charged.',
    remedy:
      'Where retryInput is there, confirm the candidate with the user and send it as it stands; else ask the user for a corrected address. Never send the first request again.',
    retry: 'after_change',
  },
  property_flyer_claim_rejected: {
    status: 400,
    title: 'Claim not for a flyer',
    meaning:
      'A text of the flyer prefers or limits people, is an opinion, a promise or a word on value, or a number that differs from the record. details names the field and why.',
    remedy: 'Rewrite only the named item as a factual condition of the property and send the request again.',
    retry: 'after_change',
  },
  payment_processing_retry: {
    status: 409,
    title: 'Payment in progress',
    meaning: 'The same payment on the same call is being worked on right now.',
    remedy: 'Wait for Retry-After seconds, then send the identical request again.',
    retry: 'identical',
  },
  payment_artifact_expired: {
    status: 410,
    title: 'Result no longer kept',
    meaning: 'The call was charged and delivered; its result has passed the time for which results are kept.',
    remedy: 'The receipt of the purchase is in the answer. Buy the tool again for a current result.',
    retry: 'after_change',
  },
  purchase_not_proven: {
    status: 403,
    title: 'Not the payment of this purchase',
    meaning: 'Only the payment of a settled purchase of this report opens this; none came, or it is of something else.',
    remedy: 'Send the PAYMENT-SIGNATURE header of the purchase, unchanged. Do not sign a new payment for this.',
    retry: 'after_change',
  },
  report_not_public: {
    status: 410,
    title: 'Report no longer public',
    meaning: 'The public copies of this report were withdrawn by its buyer, or their time is over.',
    remedy: 'Ask whoever bought it: the buyer can renew the copies with POST /reports/<id>/renew.',
    retry: 'no',
  },
  job_expired: {
    status: 410,
    title: 'Job no longer kept',
    meaning: 'The job has ended and the time is over for which what it brought is kept.',
    remedy: 'The hash of its receipt is in the answer. Buy the route again for a current result.',
    retry: 'after_change',
  },
  job_not_failed: {
    status: 409,
    title: 'Nothing of the job can be begun again',
    meaning: 'No part of the job has failed, it is still under way, or it was begun again as often as it can be.',
    remedy: 'Read the job at its statusUrl; retryUrl stands in it where it can be begun again.',
    retry: 'no',
  },
  too_many_unsettled_payments: {
    status: 429,
    title: 'Too many unsettled purchases',
    meaning:
      'This payer has too many purchases under way that have not been settled, or the service has too many to verify.',
    remedy: 'Wait for Retry-After seconds, or complete the open purchases by sending them again.',
    retry: 'later',
  },
  payment_settlement_failed: {
    status: 502,
    title: 'Settlement failed',
    meaning:
      'The work is done and kept; the order to settle is out and its outcome is not known: the payment may have been taken. The result is withheld.',
    remedy: 'Send the identical request with the same payment again. Do not sign a new payment before that is refused.',
    retry: 'identical',
  },
  payment_facilitator_unavailable: {
    status: 502,
    title: 'Facilitator unavailable',
    meaning: 'The facilitator could not be reached to verify the payment. Nothing was charged.',
    remedy: 'Send the identical request again later.',
    retry: 'identical',
  },
  tool_sdk_not_configured: {
    status: 503,
    title: 'Paid tools are not available',
    meaning: 'No wallet or facilitator is configured, or no facilitator answers. Paid tools fail closed.',
    remedy: 'Retry later; free tools keep working.',
    retry: 'later',
  },
  ext_workflow_state_unavailable: {
    status: 503,
    title: 'Outbound budget not confirmed',
    meaning:
      'The state of the outbound budget or of a reservation could not be confirmed. No new payment to a provider was dispatched, and nothing was charged.',
    remedy: 'Do not retry until an operator has verified the state.',
    retry: 'no',
  },
  ext_challenge_unavailable: {
    status: 503,
    title: "Provider's terms unavailable",
    meaning:
      'The challenge of the downstream provider is unavailable or invalid, after one unpaid retry where the case allows one. Nothing was charged.',
    remedy: 'Obtain a fresh challenge of this route, then try again.',
    retry: 'later',
  },
  ext_signer_rate_limited: {
    status: 429,
    title: 'Signer rate-limited',
    meaning: 'The signer of outbound payments limited the rate, after bounded retries. Nothing was charged.',
    remedy: 'Wait for Retry-After seconds.',
    retry: 'later',
  },
  ext_signer_unavailable: {
    status: 503,
    title: 'Signer unavailable',
    meaning:
      'The signer of outbound payments, or its policy, failed before that component was paid. The payment of this call was withheld and is unused.',
    remedy: 'Have an operator check the health and the policy of the signer first.',
    retry: 'no',
  },
  ext_upstream_payment_rejected: {
    status: 503,
    title: 'Provider rejected the payment',
    meaning: 'The gateway of the downstream provider rejected our payment. Nothing was charged.',
    remedy: 'It is not repeated by itself. Have the state checked, then obtain a fresh challenge of this route.',
    retry: 'after_change',
  },
  ext_upstream_result_unavailable: {
    status: 503,
    title: 'Provider gave no usable result',
    meaning:
      'A request that bore our payment was sent to the downstream provider and brought no usable result. It is never sent again. Nothing was charged.',
    remedy: 'Do not retry: an operator inspects it first.',
    retry: 'no',
  },
  ext_provider_unavailable: {
    status: 503,
    title: 'Provider unavailable',
    meaning: 'The downstream provider returned no confirmed result. Nothing was charged.',
    remedy:
      "It is not repeated by itself. Check the provider's health first; where Retry-After is given, not before that.",
    retry: 'no',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    meaning: 'A fault of this service.',
    remedy: 'Send the identical request once more; report the request id through svc_agent_feedback.',
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
