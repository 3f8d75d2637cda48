import { describe, expect, test } from 'vitest';
import { readReason, readVerifyReason } from '../../src/payments/reasons.ts';

const evm = 'eip155:8453';
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

describe('what a facilitator says', () => {
  test.each([
    ['insufficient_funds', 'insufficient_funds'],
    ['invalid_exact_evm_insufficient_balance', 'insufficient_funds'],
    ['permit2_insufficient_balance', 'insufficient_funds'],
    ['invalid_exact_evm_signature', 'invalid_signature'],
    ['invalid_exact_evm_failed_to_parse_signature', 'invalid_signature'],
    ['invalid_exact_svm_payload_signature_invalid', 'invalid_signature'],
    ['invalid_exact_evm_payload_authorization_valid_before', 'expired_authorization'],
    ['invalid_exact_evm_payload_authorization_valid_after', 'expired_authorization'],
    ['permit2_deadline_expired', 'expired_authorization'],
    ['invalid_exact_evm_recipient_mismatch', 'no_matching_requirements'],
    ['invalid_exact_evm_payload_authorization_value_mismatch', 'no_matching_requirements'],
    ['invalid_network', 'no_matching_requirements'],
    ['invalid_payload', 'invalid_payload'],
    ['unsupported_payload_type', 'invalid_payload'],
    ['invalid_exact_svm_payload_transaction_could_not_be_decoded', 'invalid_payload'],
    ['invalid_x402_version', 'invalid_payload'],
  ])('%s is a refusal: %s', (reason, code) => {
    expect(readReason(reason, undefined, evm)).toMatchObject({ kind: 'refused', code });
  });

  test.each([
    ['invalid_exact_evm_nonce_already_used', 'used'],
    ['duplicate_settlement', 'used'],
    ['settlement_pending', 'pending'],
  ])('%s is no refusal: %s', (reason, kind) => {
    expect(readReason(reason, undefined, evm)).toEqual({ kind });
  });

  test.each([
    'invalid_transaction_state',
    'invalid_exact_evm_transaction_failed',
    'invalid_exact_evm_transaction_simulation_failed',
    'invalid_exact_evm_transfer_event_mismatch',
  ])('%s: this order moved nothing', (reason) => {
    expect(readReason(reason, 'insufficient funds', evm)).toEqual({ kind: 'failed' });
  });

  test.each(['unexpected_settle_error', '', undefined])('%s says nothing for certain', (reason) => {
    expect(readReason(reason, 'insufficient funds', evm)).toEqual({ kind: 'unclear' });
  });

  test('a failed simulation on Solana is an old block hash or an empty wallet, by its message', () => {
    const reason = 'invalid_exact_svm_transaction_simulation_failed';
    expect(readReason(reason, 'BlockhashNotFound', solana)).toMatchObject({ code: 'expired_authorization' });
    expect(readReason(reason, '{"InstructionError":[2,{"Custom":1}]}', solana)).toMatchObject({
      code: 'insufficient_funds',
    });
    expect(readReason(reason, '"AlreadyProcessed"', solana)).toEqual({ kind: 'used' });
    expect(readReason(reason, 'custom program error: 0x1', solana)).toMatchObject({ code: 'insufficient_funds' });
    expect(readReason(reason, 'custom program error: 0x11', solana)).toMatchObject({ code: 'expired_authorization' });
  });

  test.each(['invalid_exact_evm_transaction_simulation_failed', 'settle_error', '', undefined])(
    'a definite no to verify is a refusal, whatever its reason is called: %s',
    (reason) => {
      const read = readVerifyReason(reason, 'the payer is <b>blocked</b>', evm);
      expect(read).toMatchObject({ kind: 'refused', code: 'invalid_payload' });
      expect(JSON.stringify(read)).not.toContain('blocked');
    },
  );

  test.each([
    ['insufficient_funds', { kind: 'refused', code: 'insufficient_funds' }],
    ['duplicate_settlement', { kind: 'used' }],
    ['settlement_pending', { kind: 'used' }],
  ])('to verify, %s keeps its meaning', (reason, meaning) => {
    expect(readVerifyReason(reason, undefined, evm)).toMatchObject(meaning);
  });
});
