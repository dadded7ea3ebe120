import type { Diagnostics } from '../../diagnostics.js';
import { isJsonObject, type Json, type JsonObject } from '../read/json.js';
import type { Places } from '../references/places.js';
import { readText } from '../read/read-text.js';
import { SourceText } from '../read/source-text.js';
import type { SpecText } from '../read/spec-text.js';
import { readWith } from '../stage-diagnostics.js';
import { checkExtends } from './check-extends.js';
import { checkOverlay, refuseRoot } from './check-overlay.js';
import type { Overlay, OverlayAction, OverlayVersion } from './overlay.js';

/** What reading an overlay document needs. */
export interface ReadOverlayContext {
  /** The document that it applies to, as the user named it. */
  readonly spec: string;
  readonly places: Places;
  readonly diagnostics: Diagnostics;
}

/** Reads an overlay document; `undefined` where errors were reported. */
export function readOverlay(text: SpecText, context: ReadOverlayContext): Overlay | undefined {
  return readWith(context.diagnostics, (diagnostics) => readInto(text, { ...context, diagnostics }));
}

function readInto({ file, text }: SpecText, { spec, places, diagnostics }: ReadOverlayContext): Overlay | undefined {
  // What an overlay adds belongs to the root document: its references start there.
  const source = new SourceText(file, '', text);
  const root = readText({ source, places, diagnostics });
  if (root === undefined) return undefined;
  if (!isJsonObject(root)) {
    refuseRoot({ places, diagnostics }, root, source.position(0));
    return undefined;
  }
  checkOverlay({ places, diagnostics }, root);
  const version = readVersion(root, places, diagnostics);
  checkExtends(root, { spec, file, places, diagnostics });
  const actions = Array.isArray(root['actions']) ? root['actions'] : [];
  return { actions: actions.flatMap((action: Json) => readAction(action, version)), source };
}

function readVersion(root: JsonObject, places: Places, diagnostics: Diagnostics): OverlayVersion {
  const { overlay } = root;
  if (typeof overlay !== 'string') return '1.0';
  const version = /^1\.([01])\.\d+$/.exec(overlay)?.[1];
  if (version === undefined) {
    const message = `Overlay ${JSON.stringify(overlay)} is not supported; versions 1.0 and 1.1 are, as in "1.0.0"`;
    diagnostics.error('unsupported-version', message, places.ofValue(root, 'overlay'));
  }
  return version === '1' ? '1.1' : '1.0';
}

function readAction(node: Json, version: OverlayVersion): readonly OverlayAction[] {
  if (!isJsonObject(node) || typeof node['target'] !== 'string') return [];
  return [{ node, target: node['target'], does: verbOf(node), version }];
}

function verbOf(node: JsonObject): OverlayAction['does'] {
  if (node['remove'] === true) return 'remove';
  if ('update' in node) return 'update';
  return 'copy' in node ? 'copy' : 'none';
}
