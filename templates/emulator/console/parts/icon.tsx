import type { VNode } from 'preact';

/** Paths of icons of 16 by 16, drawn as lines. */
const icons = {
  state: 'M2.5 3.5h11v9h-11zM2.5 6.5h11M6.5 6.5v6',
  journal: 'M3 4h10M3 8h10M3 12h6',
  operations: 'M3 3l5 5-5 5M9 13h4',
  faults: 'M8 2.5l6 11H2zM8 6.5v3M8 11.3v.4',
  time: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 4.5V8l2.5 1.5',
  quota: 'M2.5 13.5h11M4 11V7M8 11V3.5M12 11V8.5',
  coverage: 'M2.5 2.5h4.5v4.5H2.5zM9 2.5h4.5v4.5H9zM2.5 9h4.5v4.5H2.5zM9 9h4.5v4.5H9z',
  scenarios: 'M3 2.5h7l3 3v8H3zM5.5 2.5v3h4v-3M5.5 13.5v-4h5v4',
  webhooks: 'M5 11a2.5 2.5 0 1 1-1-4.8M6 4.5a2.5 2.5 0 1 1 4.5 2M9.5 11.500H5M11 8a2.500 2.500 0 1 1-1 4.800',
  tokens: 'M10 2.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7zM7.500 8.500L2.500 13.500M4.500 11.500l1.500 1.500',
  theme: 'M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12',
  help: 'M6 6a2 2 0 1 1 2.700 1.900c-.5.2-.7.6-.7 1.100M8 11.500v.2M8 1.800a6.200 6.200 0 1 0 0 12.400A6.200 6.200 0 0 0 8 1.800z',
  reset: 'M3 8a5 5 0 1 0 1.500-3.500M3 2.500v3h3',
  close: 'M4 4l8 8M12 4l-8 8',
  plus: 'M8 3v10M3 8h10',
  more: 'M8 3.500v.1M8 8v.1M8 12.500v.1',
} as const;

/** Name of an icon. */
export type IconName = keyof typeof icons;

/** An icon. It is hidden from screen readers, because the text beside it has the same meaning. */
export function Icon({ name }: { readonly name: IconName }): VNode {
  return (
    <svg class="symbol" viewBox="0 0 16 16" aria-hidden="true">
      <path d={icons[name]} />
    </svg>
  );
}
