import { isJsonObject, toArray, type JsonObject, typeName } from '../../json.js';
import { SourceText, type SpecText } from '../read/source-text.js';
import type { Diagnostics } from '../../diagnostics.js';
import type { Positions } from '../read/positions.js';
import { readText } from '../read/read-text.js';
import { checkValue } from '../check/check-value.js';
import type { FaultContext } from '../repair/repairs.js';
import { any, flag, map, type Kind, text } from '../openapi/rules.js';
import { didYouMean } from '../suggest.js';
import { decodePercent } from '../read/pointer.js';
import { normalizeName, resolveName } from '../references/reference.js';

/** The supported versions of the Overlay Specification. */
type OverlayVersion = '1.0' | '1.1';

/** One action of an overlay: it merges `update` or a copy into the nodes that a JSONPath selects, or removes these. */
export interface OverlayAction {
  readonly node: JsonObject;
  /** The kind of action; `none` if the action states no change. */
  readonly does: 'update' | 'copy' | 'remove' | 'none';
  readonly version: OverlayVersion;
}

/** An overlay document, read and checked. */
export interface Overlay {
  readonly actions: readonly OverlayAction[];
  readonly source: SourceText;
}

/** The document that an overlay is read for. */
export interface ReadOverlayContext {
  /** The document that it applies to, as the user named it. */
  readonly spec: string;
  readonly positions: Positions;
  readonly diagnostics: Diagnostics;
}

/** Reads and checks an overlay document, and reports its mistakes. Returns `undefined` if it cannot be parsed, or is no object. */
export function readOverlay({ file, text }: SpecText, context: ReadOverlayContext): Overlay | undefined {
  const { positions, diagnostics } = context;
  // The empty path is that of the root document: references in values that an overlay adds start there.
  const source = new SourceText(file, '', text);
  const root = readText({ source, positions, diagnostics });
  if (root === undefined) return undefined;
  if (!isJsonObject(root)) {
    diagnostics.error('wrong-type', `an overlay must be an object, not ${typeName(root)}`, source.position(0));
    return undefined;
  }
  const { info, actions: stated } = root;
  const nodes = toArray(stated).filter(isJsonObject);
  checkObject(context, root, overlayKind);
  if (isJsonObject(info)) checkObject(context, info, infoKind);
  for (const node of nodes) checkAction(context, node);
  const version = readVersion(root, positions, diagnostics);
  checkExtends(context, file, root);
  const actions = nodes.flatMap((node): readonly OverlayAction[] => {
    const verb = node['remove'] === true ? 'remove' : (['update', 'copy'] as const).find((one) => one in node);
    return typeof node['target'] === 'string' ? [{ node, does: verb ?? 'none', version }] : [];
  });
  return { actions, source };
}

function readVersion(root: JsonObject, positions: Positions, diagnostics: Diagnostics): OverlayVersion {
  const { overlay } = root;
  if (typeof overlay !== 'string') return '1.0';
  const version = /^1\.([01])\.\d+$/.exec(overlay)?.[1];
  if (version === undefined) {
    const message = `Overlay ${JSON.stringify(overlay)} is not supported; versions 1.0 and 1.1 are, as in "1.0.0"`;
    diagnostics.error('unsupported-version', message, positions.ofValue(root, 'overlay'));
  }
  return version === '1' ? '1.1' : '1.0';
}

const overlayKind: Kind = {
  label: 'an overlay',
  required: ['overlay', 'info', 'actions'],
  fields: {
    overlay: text,
    info: map(any),
    extends: text,
    actions: { is: 'list', of: map(any), filled: true },
  },
};

const infoKind: Kind = {
  label: 'the info object of an overlay',
  required: ['title', 'version'],
  fields: { title: text, version: text, description: text },
};

const actionKind: Kind = {
  label: 'an action',
  required: ['target'],
  fields: { target: text, description: text, update: any, copy: text, remove: flag },
};

function checkAction(context: FaultContext, action: JsonObject): void {
  checkObject(context, action, actionKind);
  const { diagnostics, positions } = context;
  const parts = ['update', 'copy'].filter((part) => part in action);
  const removes = action['remove'] === true;
  if (parts.length === 2)
    diagnostics.error('invalid-value', 'an action has "update" or "copy", not both', positions.ofKey(action, 'copy'));
  const warn = (message: string, key: string): void =>
    diagnostics.warning('overlay-no-effect', message, positions.ofKey(action, key));
  if (removes) for (const part of parts) warn(`"${part}" has no effect beside "remove: true"`, part);
  else if (parts.length === 0)
    warn('this action changes nothing; it needs "update", "copy" or "remove: true"', 'update');
}

function checkObject(context: FaultContext, node: JsonObject, { label, required = [], fields }: Kind): void {
  const { diagnostics, positions } = context;
  for (const field of required) {
    if (!(field in node)) diagnostics.error('missing-field', `${label} needs "${field}"`, positions.of(node));
  }
  for (const [key, value] of Object.entries(node)) {
    const rule = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (rule !== undefined) checkValue(context, { owner: node, key, name: key }, value, rule);
    else if (!key.startsWith('x-')) {
      const message = `"${key}" is not a field of ${label}${didYouMean(key, Object.keys(fields))}`;
      diagnostics.error('unknown-field', message, positions.ofKey(node, key));
    }
  }
}

/** Warns if the `extends` of an overlay names another document. An absolute address is not checked, as it names no local file. */
function checkExtends({ spec, positions, diagnostics }: ReadOverlayContext, file: string, root: JsonObject): void {
  const named = root['extends'];
  if (typeof named !== 'string' || /^[A-Za-z][A-Za-z0-9+.-]+:/.test(named)) return;
  const extended = resolveName(decodePercent(named.replace(/[?#].*$/s, '')), file);
  const own = normalizeName(spec);
  // An absolute and a relative path may mean the same file, so only their file names are compared.
  const same =
    extended.startsWith('/') === own.startsWith('/') ? extended === own : readFileName(extended) === readFileName(own);
  if (same) return;
  const message = `"extends" names ${JSON.stringify(named)}, but the overlay is applied to ${spec}`;
  diagnostics.warning('overlay-wrong-document', message, positions.ofValue(root, 'extends'));
}

function readFileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
