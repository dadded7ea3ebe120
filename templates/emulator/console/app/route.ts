import { signal, type Signal } from '@preact/signals';

/** The address after `#`: a view, the open item, and the filters. */
export interface Route {
  readonly view: string;
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
}

/** The view that opens first. */
export const firstView = 'state';

/** Reads an address: `#/state/videos/abc?q=tides`. */
export function readRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [view = '', ...parts] = path.split('/').map(decode);
  return { view: view || firstView, parts, query: new URLSearchParams(query) };
}

/** Decodes a part of an address; text that is not encoded stays as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Writes an address, with the world that is shown. */
export function writeRoute(view: string, parts: readonly string[] = [], query: Record<string, string> = {}): string {
  const world = route.value.query.get('world');
  const all = Object.entries({ ...(world !== null && { world }), ...query }).filter(([, value]) => value !== '');
  const address = `#/${[view, ...parts].map(encodeURIComponent).join('/')}`;
  return all.length === 0 ? address : `${address}?${new URLSearchParams(all).toString()}`;
}

/** The address that is shown. */
export const route: Signal<Route> = signal(readRoute(location.hash));

addEventListener('hashchange', () => {
  route.value = readRoute(location.hash);
});

/** Opens an address. */
export function go(view: string, parts: readonly string[] = [], query: Record<string, string> = {}): void {
  location.hash = writeRoute(view, parts, query);
}

/** Opens another part of the view, with the same filters. */
export function openPart(...parts: readonly string[]): void {
  const { view, query } = route.value;
  location.hash = writeRoute(view, parts, Object.fromEntries(query));
}

/** Changes filters of the view without a step in the history. Empty ones are removed. */
export function filterBy(changes: Record<string, string>): void {
  const { view, parts, query } = route.value;
  history.replaceState(null, '', writeRoute(view, parts, { ...Object.fromEntries(query), ...changes }));
  route.value = readRoute(location.hash);
}
