import type { VNode } from 'preact';
import type { IconName } from '../parts/icon.js';
import { CoverageView } from '../coverage/coverage-view.js';
import { FaultsView } from '../faults/faults-view.js';
import { JournalView } from '../journal/journal-view.js';
import { OperationsView } from '../operations/operations-view.js';
import { QuotaView } from '../quota/quota-view.js';
import { ScenariosView } from '../scenarios/scenarios-view.js';
import { health } from '../server/live.js';
import { TimeView } from '../time/time-view.js';
import { TokensView } from '../tokens/tokens-view.js';
import { WebhooksView } from '../webhooks/webhooks-view.js';
import { StateView } from '../state/state-view.js';

/** A view of the console. */
export interface View {
  /** Its name in addresses. */
  readonly name: string;
  readonly title: string;
  readonly icon: IconName;
  /** The key that opens it after `g`. */
  readonly key: string;
  readonly show: () => VNode;
  /** Returns false if the service has nothing for it. */
  readonly isShown?: () => boolean;
}

/** The views in the order of the navigation. */
export const views: readonly View[] = [
  { name: 'state', title: 'State', icon: 'state', key: 's', show: StateView },
  { name: 'journal', title: 'Journal', icon: 'journal', key: 'j', show: JournalView },
  { name: 'operations', title: 'Operations', icon: 'operations', key: 'o', show: OperationsView },
  { name: 'faults', title: 'Faults', icon: 'faults', key: 'f', show: FaultsView },
  { name: 'time', title: 'Time', icon: 'time', key: 't', show: TimeView },
  { name: 'quota', title: 'Quota', icon: 'quota', key: 'q', show: QuotaView },
  { name: 'coverage', title: 'Coverage', icon: 'coverage', key: 'c', show: CoverageView },
  {
    name: 'webhooks',
    title: 'Webhooks',
    icon: 'webhooks',
    key: 'w',
    show: WebhooksView,
    isShown: () => health.value?.sendsWebhooks === true,
  },
  {
    name: 'tokens',
    title: 'Tokens',
    icon: 'tokens',
    key: 'k',
    show: TokensView,
    isShown: () => health.value?.takesTokens === true,
  },
  { name: 'scenarios', title: 'Scenarios', icon: 'scenarios', key: 'n', show: ScenariosView },
];
