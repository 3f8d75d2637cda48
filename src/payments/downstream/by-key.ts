import type { ProviderDefinition } from './adapters/adapter.ts';
import { askOnce } from './once.ts';
import { heard, type PaymentWay, type Priced, type WayPorts } from './way.ts';

/**
 * A provider that bills an account: the key goes with the request, and what the settings allow for one answer counts.
 * An error that it answers with is not billed, and so is a definite refusal.
 */
export class ByKey implements PaymentWay {
  readonly #key: string;
  readonly #keyIn: ProviderDefinition['keyIn'];
  readonly #noneStatuses: readonly number[];
  readonly #costs: number;
  readonly #ports: WayPorts;

  constructor(
    {
      key,
      keyIn,
      costs,
      noneStatuses,
    }: Readonly<Pick<ProviderDefinition, 'keyIn'>> & {
      readonly key: string;
      /** Millionths of a dollar. */
      readonly costs: number;
      readonly noneStatuses: readonly number[];
    },
    ports: WayPorts,
  ) {
    this.#key = key;
    this.#keyIn = keyIn;
    this.#noneStatuses = noneStatuses;
    this.#costs = costs;
    this.#ports = ports;
  }

  async terms(url: URL): Promise<Priced> {
    const { timeoutMs, userAgent, route } = this.#ports;
    const { place, name } = this.#keyIn;
    const queried = new URL(url);
    if (place === 'query') queried.searchParams.set(name, this.#key);
    const headers = { 'user-agent': userAgent, ...(place === 'header' && { [name.toLowerCase()]: this.#key }) };
    const send = async () =>
      heard(
        await askOnce({ url: route(queried), headers, timeoutMs }),
        (status) => status === 200 || this.#noneStatuses.includes(status),
        // a redirect is no answer either
        () => true,
      );
    return { kind: 'priced', sign: async () => ({ paid: this.#costs, send }) };
  }
}
