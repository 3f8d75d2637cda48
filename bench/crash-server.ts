import { openShop } from '../test/pipeline/shop.ts';
import { railSettings } from '../test/rail/settings.ts';

interface Options {
  readonly rail: Parameters<typeof railSettings>[0];
  readonly dataDir: string;
  readonly databaseUrl?: string;
}

// argv: options as JSON. Prints its address, then serves until it is killed.
const { rail, dataDir, databaseUrl } = JSON.parse(process.argv[2] ?? '{}') as Options;
const shop = await openShop({
  payments: railSettings(rail),
  dataDir,
  payerLimit: 1_000_000,
  ...(databaseUrl && { databaseUrl }),
});
process.stdout.write(`${shop.url}\n`);
