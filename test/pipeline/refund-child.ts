import { openSigner } from '../../src/payments/downstream/signer.ts';
import { Payments } from '../../src/payments/payments.ts';
import { sendRefunds } from '../../src/payments/refunds.ts';
import { openBooks } from '../../src/store/open-ledger.ts';
import { chainNow } from '../clock.ts';
import { railSettings } from '../rail/settings.ts';

export interface RefundChildOptions {
  readonly dataDir: string;
  readonly rail: Parameters<typeof railSettings>[0];
  /** Of the wallet that refunds. */
  readonly key: string;
}

// argv: options as JSON. Sends what is owed, says how much, and ends.
const { dataDir, rail, key } = JSON.parse(process.argv[2] ?? '{}') as RefundChildOptions;
const silent = () => undefined;
const log = { debug: silent, info: silent, warn: silent, error: silent };
const { ledger, remedies } = openBooks({ databaseUrl: undefined, dataDir });
const payments = new Payments(railSettings(rail), log, chainNow);
process.stdout.write('begins\n');
const sent = await sendRefunds({ remedies, ledger, payments, log, signer: openSigner({ kind: 'key', key }) });
process.stdout.write(`took ${sent}\n`);
await ledger.close();
