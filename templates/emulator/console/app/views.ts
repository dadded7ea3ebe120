import type { VNode } from 'preact';
import { CoverageView } from '../coverage/coverage-view.js';
import { FaultsView } from '../faults/faults-view.js';
import { JournalView } from '../journal/journal-view.js';
import { OperationsView } from '../operations/operations-view.js';
import type { IconName } from '../parts/index.js';
import { QuotaView } from '../quota/quota-view.js';
import { ScenariosView } from '../scenarios/scenarios-view.js';
import { health } from '../server/index.js';
import { StateView } from '../state/state-view.js';
import { TimeView } from '../time/time-view.js';
import { TokensView } from '../tokens/tokens-view.js';
import { WebhooksView } from '../webhooks/webhooks-view.js';

/** A view of the console. */
export interface View {
  /** Its name in addresses, and that of its icon. */
  readonly name: IconName;
  readonly title: string;
  /** The key that opens it after `g`. */
  readonly key: string;
  readonly show: () => VNode;
}

/** Name, key and component of each view. */
const all = [
  ['state', 's', StateView],
  ['journal', 'j', JournalView],
  ['operations', 'o', OperationsView],
  ['faults', 'f', FaultsView],
  ['time', 't', TimeView],
  ['quota', 'q', QuotaView],
  ['coverage', 'c', CoverageView],
  ['webhooks', 'w', WebhooksView],
  ['tokens', 'k', TokensView],
  ['scenarios', 'n', ScenariosView],
] as const;

/** The views in the order of the navigation. */
export const views: readonly View[] = all.map(([name, key, show]) => ({
  name,
  title: name.replace(/^./, (first) => first.toUpperCase()),
  key,
  show,
}));

/** Returns false for a view that would be empty for this service: webhooks or tokens. */
export function isShown({ name }: View): boolean {
  if (name === 'webhooks') return health.value?.sendsWebhooks === true;
  return name !== 'tokens' || health.value?.takesTokens === true;
}
