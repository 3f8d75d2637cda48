import type { ScreenBody, ScreenDiagnostic } from '../solar-property-screen/schema.ts';

/** One property of the comparison, as far as it was looked at. */
export type Compared =
  | { readonly kind: 'screened'; readonly body: ScreenBody }
  | { readonly kind: 'diagnostic'; readonly diagnostic: ScreenDiagnostic; readonly reason?: 'not_asked' };
