import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shippedRegistry } from '../src/composition/shipped-registry.ts';
import { isAnswer } from './answers.ts';
import { openService, type TestService } from './harness.ts';

/** Tools of which a source is queried by the street line alone: at a point that source says so, and the others answer. */
const queriedByStreet: Readonly<Record<string, string>> = {
  svc_tax_payment_status: 'the street line of the address is not known',
};

const raleigh = '222 W Hargett St, Raleigh, NC 27601';
const tools = shippedRegistry()
  .free.filter(({ inputJsonSchema }) => Object.keys(inputJsonSchema.properties ?? {}).includes('address'))
  .map((tool) => ({ name: tool.name, tool }));
let service: TestService;

beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe.each(tools)('$name', ({ name, tool }) => {
  const example = tool.examples.find(({ arguments: given }) => 'address' in given);
  const { address = raleigh, ...others } = example?.arguments ?? {};

  it('answers a point as it answers its address', async () => {
    expect(Object.keys(tool.inputJsonSchema.properties ?? {})).toEqual(
      expect.arrayContaining(['latitude', 'longitude']),
    );
    const { subject, state } = await service.call(name, { ...others, address });
    const answer = await service.call(name, {
      ...others,
      latitude: subject?.latitude,
      longitude: subject?.longitude,
    });
    if (!isAnswer(answer)) throw new Error('no answer');
    expect(answer.subject?.precision).toBe('point');
    const reason = queriedByStreet[name];
    if (reason) expect(answer.searched.map((entry) => entry.reason)).toContain(reason);
    expect(answer.state, answer.summary).toBe(reason || state === 'partial' ? 'partial' : 'found');
    if (reason) expect(answer.facts).toBeDefined();
  });

  it.each([{ latitude: 35.78 }, { longitude: -78.64 }, { address, latitude: 35.78 }])(
    'refuses half a point: %j',
    async (half) => {
      const refused = service.call(name, { ...others, ...half });
      await expect(refused).rejects.toMatchObject({
        code: 'invalid_arguments',
        status: 400,
        detail: expect.stringMatching(/latitude and longitude/),
      });
    },
  );
});
