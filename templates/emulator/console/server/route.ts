import { signal, type Signal } from '@preact/signals';

/** The part of the URL after `#`: a view, the open item, and the filters. */
export interface Route {
  readonly view: string;
  readonly parts: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

/** Reads the part of a URL after `#`: `#/state/videos/abc?q=tides`. */
export function readRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [view = '', ...parts] = path.split('/').map((text) => {
    try {
      return decodeURIComponent(text);
    } catch {
      // It is not encoded.
      return text;
    }
  });
  return { view: view || 'state', parts, query: Object.fromEntries(new URLSearchParams(query)) };
}

/** Writes an address, with the world that is shown. Empty values are left out. */
export function writeRoute(view: string, parts: readonly string[] = [], query: Route['query'] = {}): string {
  const { world = '' } = route.value.query;
  const all = Object.entries({ world, ...query }).filter(([, value]) => value !== '');
  const address = `#/${[view, ...parts].map(encodeURIComponent).join('/')}`;
  return all.length === 0 ? address : `${address}?${new URLSearchParams(all)}`;
}

/** The address that is shown. */
export const route: Signal<Route> = signal(readRoute(location.hash));

addEventListener('hashchange', () => {
  route.value = readRoute(location.hash);
});

/** Opens an address. */
export function go(view: string, parts?: readonly string[], query?: Route['query']): void {
  location.hash = writeRoute(view, parts, query);
}

/** Opens another part of the view, with the same filters. */
export function openPart(...parts: readonly string[]): void {
  const { view, query } = route.value;
  go(view, parts, query);
}

/** Changes filters of the view without a new entry in the browser's history. Removes empty ones. */
export function filterBy(changed: Route['query']): void {
  const { view, parts, query } = route.value;
  history.replaceState(null, '', writeRoute(view, parts, { ...query, ...changed }));
  route.value = readRoute(location.hash);
}
