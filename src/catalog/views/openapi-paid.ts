import { errorCatalog } from '../../kernel/error-catalog.ts';
import { descriptionOf, type SoldTool } from './entry.ts';
import { refTo } from './openapi-components.ts';
import { body, bodyProblems, meaningOf, problem, responseRef, responses } from './openapi-paths.ts';

const camel = (slug: string) => slug.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const text = { type: 'string' };

/** What the definition of a route declares beyond the common parts; a dual of a free tool declares none. */
function declaredBy(tool: SoldTool) {
  if (tool.kind === 'free') return { isLicensed: false, isJob: false, ownErrors: [], maxBodyBytes: undefined };
  const { buys, ownErrors = [], maxBodyBytes } = tool.paid;
  return { isLicensed: buys !== undefined, isJob: tool.job !== undefined, ownErrors, maxBodyBytes };
}

function withOwn(tool: SoldTool, status: number, shared: 'Refused' | 'OtherPurchase') {
  const own = declaredBy(tool).ownErrors.filter((code) => errorCatalog()[code].status === status);
  return own.length === 0 ? responseRef(shared) : problem(`${responses[shared].description}. ${meaningOf(own)}`);
}

/** What is sent once it is settled, or the free diagnostic. */
function soldResponse(tool: SoldTool, result: string) {
  const { isLicensed, isJob } = declaredBy(tool);
  const drawn = 'Only once it is settled with a licensed part in it: drawn anew for its buyer and kept nowhere';
  return {
    description: `The paid result with its receipt, or a free diagnostic with charged: false${isJob ? '. The result is a job that goes on: its statusUrl answers with how far it is' : ''}${isLicensed ? '. What holds a licensed part has no public copy: with Accept: text/html or application/pdf its page or PDF is the body; the same payment sent again is not charged again' : ''}`,
    headers: {
      'PAYMENT-RESPONSE': { description: 'Receipt, base64; only after settlement', schema: text },
      Link: {
        description: `Page, PDF and data of what was bought, each with rel="alternate"; only after settlement${isLicensed ? ', and only where nothing licensed is in it' : ''}`,
        schema: text,
      },
      ...(isJob && {
        'Retry-After': {
          description: 'Seconds until statusUrl is worth reading; only while work remains',
          schema: text,
        },
      }),
    },
    content: {
      ...body(refTo(result)),
      ...(isLicensed && {
        'text/html': { schema: { ...text, description: drawn } },
        'application/pdf': { schema: { ...text, description: drawn } },
      }),
    },
  };
}

/**
 * `GET` (discovery challenge) and `POST` (call) of one paid route.
 * @param elsewhere where the schema of what it returns is; absent: it is in this document
 */
export function paidOperations(tool: SoldTool, elsewhere: string | undefined) {
  const { slug, paid } = tool;
  const { isLicensed, isJob, maxBodyBytes } = declaredBy(tool);
  const input = tool.kind === 'free' ? `${tool.name}.input` : `${slug}.input`;
  const result = elsewhere === undefined ? `${slug}.result` : 'SoldAnswer';
  const example = tool.examples[0];
  return {
    get: {
      operationId: `${camel(slug)}Terms`,
      summary: `Terms of ${slug}`,
      description: 'Discovery challenge without side effects. Do not sign it for a call that depends on its body.',
      tags: ['paid'],
      responses: { '402': responseRef('Terms'), '429': responseRef('TooMany'), '503': responseRef('NotSelling') },
    },
    post: {
      operationId: camel(slug),
      summary: `${tool.title} ($${paid.priceUsdc})`,
      description: `${elsewhere === undefined ? descriptionOf(tool) : tool.summary} Charged when ${paid.chargesWhen}. Free when ${paid.freeWhen}.`,
      tags: ['paid'],
      'x-price-usdc': paid.priceUsdc,
      'x-rails': paid.rails,
      // read by indexers of x402 services
      'x-payment-info': { pricingMode: 'fixed', price: paid.priceUsdc, protocols: ['x402'] },
      ...(elsewhere !== undefined && { externalDocs: { url: elsewhere } }),
      parameters: [{ $ref: '#/components/parameters/Payment' }],
      requestBody: {
        required: false,
        content: body(
          refTo(input),
          example ? { examples: { first: { summary: example.title, value: example.arguments } } } : {},
        ),
      },
      responses: {
        '200': isLicensed || isJob || elsewhere === undefined ? soldResponse(tool, result) : responseRef('Sold'),
        ...bodyProblems,
        '400': withOwn(tool, 400, 'Refused'),
        '402': responseRef(isLicensed ? 'TermsWithProvider' : 'Terms'),
        '409': withOwn(tool, 409, 'OtherPurchase'),
        '410': responseRef('Expired'),
        ...(maxBodyBytes && { '413': problem(`The body is larger than ${Math.floor(maxBodyBytes / 2 ** 20)} MB`) }),
        ...(isLicensed && { '429': responseRef('ProviderBusy') }),
        '502': responseRef('Unsettled'),
        '503': responseRef(isLicensed ? 'ProviderFault' : 'NotSelling'),
      },
    },
  };
}
