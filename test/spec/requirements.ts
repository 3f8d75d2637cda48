export interface Requirement {
  readonly id: string;
  /** Section of the interface specification. */
  readonly section: 'Authentication' | 'Errors' | 'States' | 'Endpoints' | 'Limits';
  /** The rule, in one sentence. */
  readonly rule: string;
  /** Why nothing can prove it yet; taken away with the first test that does. */
  readonly notYet?: string;
}

const outside = 'nothing buys from an outside provider yet';

const list: Record<Requirement['section'], [id: string, rule: string, notYet?: string][]> = {
  Authentication: [
    ['auth-1', 'Free tools and discovery need no authentication; no account key exists.'],
    ['auth-2-version', 'Paid tools are paid per call through x402 version 2.'],
    ['auth-2-rails', 'A stablecoin on an EVM chain and on Solana are offered when both rails are healthy.'],
    ['auth-2-unhealthy', 'A rail that is not healthy is not offered.'],
    ['auth-3-fields', 'The 402 body names version, resource and complete accepts entries with atomic amounts.'],
    ['auth-3-description', 'The description is ASCII of at most 480 characters.'],
    ['auth-3-evm', 'EVM extra: name, version, assetTransferMethod eip3009.'],
    ['auth-3-solana', 'Solana extra: feePayer.'],
    ['auth-4-entry', 'One complete accepts entry is used unchanged; nothing is mixed across entries.'],
    ['auth-4-resource', 'resource.url matches the called endpoint; nothing signed is used on another endpoint.'],
    ['auth-5-fields', 'EVM: to, value and signer are those of the accepted entry.'],
    ['auth-5-period', 'validAfter and validBefore lie within the offer timeout.'],
    ['auth-5-envelope', 'The credential is base64 of x402Version, accepted and payload, with nothing else needed.'],
    ['auth-5-solana', 'Solana: the standard partially signed transaction; the facilitator sponsors and settles.'],
    ['auth-6-header', 'The identical request with PAYMENT-SIGNATURE is answered with PAYMENT-RESPONSE.'],
    ['auth-6-legacy', 'X-PAYMENT and X-PAYMENT-RESPONSE remain as aliases.'],
    ['auth-6-evidence', 'Signed offer-receipt evidence may be present; PAYMENT-RESPONSE is there either way.'],
    ['auth-7-challenge', 'MCP: a paid call is a tool error result with payment metadata until paid.'],
    ['auth-7-retry', 'MCP: paid with _meta x402/payment; the receipt is in _meta x402/payment-response.'],
    ['auth-8-extension', 'A2A: the x402 extension is activated by header and echoed.'],
    ['auth-8-required', 'A2A: a paid call is a task in input-required state with x402.payment.required.'],
    ['auth-8-retry', 'A2A: the retry carries only the payment; the bound tool and arguments are used.'],
    ['auth-8-receipts', 'A2A: receipts stand in the completed task.'],
    ['auth-8-recovery', 'A2A: a lost completion is fetched by repeating the payment-only message.'],
    ['auth-9-binding', 'Payment binds to the tool and the canonical hash of the arguments.'],
    ['auth-9-replay', 'The same payment on the same call returns the stored artifact without another charge.'],
    ['auth-10-secret', 'The signed header is never logged, stored or forwarded; only a hash is kept.'],
    ['auth-10-unlock', 'No header, origin or role unlocks a paid tool for free.'],
    ['auth-11-solana', 'Long-running routes may leave Solana out.'],
    ['auth-11-report', 'svc-place-report: 180 seconds on Base, no Solana.', 'the place report is not built yet'],
    ['auth-12-success', 'Only a successful 2xx answer settles.'],
    ['auth-12-thin', 'Thin data returns charged false with settlement suppressed.'],
    ['auth-12-withheld', 'A paid body is never returned if settlement failed.'],
    ['auth-12-proof', 'Only PAYMENT-RESPONSE or a confirmed settlement proves payment.'],
    ['auth-13-budget', 'Workflows that buy outside add provider budget headers to the 402.', outside],
    ['auth-13-policy', 'Each signing activity shows the configured signer policy before paid dispatch.', outside],
    ['auth-14', 'A full pay-and-retry on a $0.01 route gives 200 with PAYMENT-RESPONSE.'],
  ],
  Errors: [
    ['err-402-challenge', '402 without a payment is a challenge.'],
    ['err-402-reason', '402 after paying names the reason of the facilitator and carries a fresh challenge.'],
    ['err-402-funds', '402 insufficient_funds carries payer, network and amountRequired.'],
    ['err-402-credential', '402 invalid_signature and expired_authorization: the credential is unusable.'],
    ['err-402-payload', '402 invalid_payload: malformed envelope.'],
    ['err-409-different', '409 payment_replay_different_request: used with a different tool or body.'],
    ['err-409-processing', '409 payment_processing_retry: the same payment is in execution.'],
    [
      'err-502-settlement',
      '502 payment_settlement_failed: the artifact is withheld and the identical payment resumes.',
    ],
    ['err-502-facilitator', '502 during verify or settle: facilitator unreachable, never charged.'],
    ['err-200-uncharged', '200 with charged false: thin, unsupported or unresolved; no funds moved.'],
    ['err-503-configuration', '503 tool_sdk_not_configured: paid lanes fail closed, free tools keep working.'],
    ['err-409-clarification', '409 clarification_required.', 'the property update is not built yet'],
    ['err-current-context', 'insufficient_current_context.', 'the property update is not built yet'],
    ['err-400-flyer', '400 property_flyer_claim_rejected.', 'the property flyer is not built yet'],
    [
      'err-400-satellite',
      '400 of the satellite purchase: charged false, issues, requiredFields, example.',
      'the satellite route is not built yet',
    ],
    ['err-503-workflow', '503 ext_workflow_state_unavailable.', outside],
    ['err-503-challenge', '503 ext_challenge_unavailable.', outside],
    ['err-429-signer', '429 ext_signer_rate_limited.', outside],
    ['err-503-signer', '503 ext_signer_unavailable.', outside],
    ['err-503-rejected', '503 ext_upstream_payment_rejected.', outside],
    ['err-503-result', '503 ext_upstream_result_unavailable.', outside],
    ['err-503-provider', '503 ext_provider_unavailable.', outside],
  ],
  States: [
    ['state-challenged', 'An unpaid POST of a supported tool is challenged and reserves nothing.'],
    ['state-paid', 'The identical POST with a valid payment is answered and its artifact kept for replay.'],
    ['state-rejected', 'A classified rejection of settlement is a retryable 402; the artifact is withheld.'],
    ['state-failed', 'Any other failure of settlement is 502; the artifact is withheld and the header can resume.'],
  ],
  Endpoints: [
    ['paid-flat', 'Paid POST routes take a flat body.'],
    ['paid-get', 'GET on a paid route returns a side-effect-free discovery challenge.'],
    ['paid-before-charge', 'Coverage comes before charge: no challenge for what is not covered.'],
    ['paid-rest-only', 'REST-only routes have no MCP or A2A counterpart.'],
  ],
  Limits: [['limit-failed', 'A failed call (502, 503, timeout) is never charged; retry is safe.']],
};

/** Rules of the interface specification about money. Every one is cited by a test, or says why it cannot be yet. */
export const requirements: readonly Requirement[] = Object.entries(list).flatMap(([section, rules]) =>
  rules.map(([id, rule, notYet]) => ({
    id,
    section: section as Requirement['section'],
    rule,
    ...(notYet && { notYet }),
  })),
);

const known = new Set(requirements.map(({ id }) => id));

/** Says in a test which rules it proves; an id that does not exist fails the test. */
export function proves(...ids: string[]): void {
  for (const id of ids) if (!known.has(id)) throw new Error(`no requirement ${id}`);
}
