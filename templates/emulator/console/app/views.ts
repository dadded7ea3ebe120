import type { VNode } from 'preact';
import type { IconName } from '../parts/icon.js';
import { JournalView } from '../journal/journal-view.js';
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
}

/** The views in the order of the navigation. */
export const views: readonly View[] = [
  { name: 'state', title: 'State', icon: 'state', key: 's', show: StateView },
  { name: 'journal', title: 'Journal', icon: 'journal', key: 'j', show: JournalView },
];
