import { sha256 } from '../kernel/canonical.ts';
import { evidenceOf, parseEvidenceReference } from '../kernel/evidence.ts';
import type { StoredCopy } from '../products/copies/buyer.ts';
import type { CopiesPorts, ReportCopies } from '../products/copies/copies.ts';
import type { EvidenceStore } from '../store/evidence.ts';

/** Owner-free copies of settled reports; what renders them is loaded when the first page is read. */
export async function openReportCopies(ports: CopiesPorts, baseUrl: string | undefined): Promise<ReportCopies> {
  const { createReportCopies } = await import('../products/copies/copies.ts');
  const document = async (copy: StoredCopy) =>
    (await import('../products/copies/document.ts')).documentOfCopy(copy, baseUrl);
  return createReportCopies(ports, {
    html: async (copy, visualSvg) =>
      (await import('../reports/html/page.ts')).renderHtml(await document(copy), { visualSvg }),
    pdf: async (copy, visualSvg) =>
      (await import('../reports/pdf/report.ts')).renderPdf(await document(copy), { visualSvg }),
  });
}

/** One sold body rendered for its buyer alone: it has no address and is not stored. */
export async function drawSold(
  { route, title, body }: { readonly route: string; readonly title: string; readonly body: string },
  form: 'html' | 'pdf',
): Promise<string | Uint8Array> {
  const [{ documentOfCopy }, { renderHtml }, { renderPdf }] = await Promise.all([
    import('../products/copies/document.ts'),
    import('../reports/html/page.ts'),
    import('../reports/pdf/report.ts'),
  ]);
  const sold = JSON.parse(body) as Readonly<Record<string, unknown>>;
  const document = documentOfCopy({
    ...{ kind: 'sold_copy', version: 1, route, title, body: sold, forBuyerAlone: true },
    id: sha256(body).slice(0, 32),
    generatedAt: String(sold.generatedAt),
  });
  return form === 'pdf' ? renderPdf(document) : renderHtml(document);
}

/** Evidence of a reference as data or as a page; undefined where none is stored. */
export async function evidenceText(
  store: EvidenceStore,
  reference: string,
  format: 'json' | 'html',
): Promise<string | undefined> {
  const named = parseEvidenceReference(reference);
  const whole = named && (await store.get(named.id));
  const evidence = whole && named.key !== undefined ? evidenceOf(whole, named.key) : whole;
  if (!evidence) return undefined;
  if (format === 'json') return JSON.stringify(evidence);
  const [{ evidencePage }, { renderHtml }] = await Promise.all([
    import('../reports/evidence-page.ts'),
    import('../reports/html/page.ts'),
  ]);
  return renderHtml(evidencePage(evidence, reference));
}
