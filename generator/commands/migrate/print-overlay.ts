import type { OverlayAction } from '../../migrate/migration.js';
import type { Json } from '../../json.js';
import { loadYaml } from '../../spec/read/libraries.js';

/** Whose overlay it is, and what it was made of. */
interface OverlaySource {
  readonly service: string;
  /** The old configuration. */
  readonly file: string;
}

/** The overlay that says of a document what the old configuration said. */
export function printOverlay(actions: readonly OverlayAction[], { service, file }: OverlaySource): string {
  const overlay = { overlay: '1.0.0', info: { title: `What ${file} says of ${service}`, version: '1.0.0' }, actions };
  const head = '# Names, paging and servers, taken over once; it is yours, and nothing writes it again.\n';
  return head + printYaml(overlay);
}

/** JSON as YAML with a line for each value. */
export function printYaml(value: Json | object): string {
  return loadYaml().stringify(value, { lineWidth: 0, singleQuote: true, aliasDuplicateObjects: false });
}
