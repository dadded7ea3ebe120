const keptAt = 'speccast-theme';

/** Colours: those of the system, light or dark. */
export type Theme = 'system' | 'light' | 'dark';

/** The chosen colours. */
export function chosenTheme(): Theme {
  const kept = localStorage.getItem(keptAt);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

/** Chooses colours, and remembers them. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(keptAt);
  else localStorage.setItem(keptAt, theme);
  showTheme();
}

/** Applies the chosen colours. */
export function showTheme(): void {
  const theme = chosenTheme();
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}
