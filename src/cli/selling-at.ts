import type { Selling } from '../composition/selling.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { Service } from '../main.ts';
import { mayChallenge, type PublicAddress, undeclaredDetail } from '../transports/public-address.ts';

/**
 * What sells, for a call under this address. Throws tool_sdk_not_configured where no challenge may be made under it;
 * a wrong argument is named before that, as everywhere.
 */
export async function sellingAt(
  service: Service,
  address: PublicAddress,
  call: { readonly slug: string; readonly args: unknown },
): Promise<Selling> {
  if (mayChallenge(address)) return service.selling();
  const { validateInput } = await import('../pipeline/validate.ts');
  const tool = service.registry.paidTool(call.slug);
  if (tool) validateInput(tool, call.args);
  throw new ServiceError('tool_sdk_not_configured', { detail: undeclaredDetail, retryAfterSeconds: 300 });
}
