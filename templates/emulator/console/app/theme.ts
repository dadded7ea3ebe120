import { effect, signal, type Signal } from '@preact/signals';

const keptAt = 'speccast-theme';

/** Colours: those of the system, light or dark. */
export type Theme = 'system' | 'light' | 'dark';

const kept = localStorage.getItem(keptAt);

/** The chosen colours, which are remembered. */
export const theme: Signal<Theme> = signal(kept === 'light' || kept === 'dark' ? kept : 'system');

effect(() => {
  localStorage.setItem(keptAt, theme.value);
  document.documentElement.dataset['theme'] = theme.value;
});
