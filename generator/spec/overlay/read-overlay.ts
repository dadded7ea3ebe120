import { isJsonObject, type Json, type JsonObject } from '../read/json.js';
import { SourceText } from '../read/source-text.js';
import type { Diagnostics } from '../../diagnostics.js';
import type { Places } from '../references/places.js';
import { readText, readWith } from '../read/read-text.js';
import type { SpecText } from '../read/spec-text.js';
import { checkValue, typeName, type ValueContext } from '../check/check-value.js';
import { any, flag, map, type Rule, text } from '../openapi/rules.js';
import { didYouMean } from '../suggest.js';
import { decodePercent } from '../references/pointer.js';

/** The versions of the Overlay Specification that are read. */
type OverlayVersion = '1.0' | '1.1';

/** One change of a document: the nodes that a JSONPath selects are merged with `update` or a copy, or removed. */
export interface OverlayAction {
  readonly node: JsonObject;
  readonly target: string;
  /** What happens to the nodes; `none` where the action says nothing. */
  readonly does: 'update' | 'copy' | 'remove' | 'none';
  readonly version: OverlayVersion;
}

/** An overlay document, read and checked. */
export interface Overlay {
  readonly actions: readonly OverlayAction[];
  readonly source: SourceText;
}

/** What reading an overlay document needs. */
interface ReadOverlayContext {
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

/** The fields of one kind of object in an overlay document. */
interface OverlayKind {
  readonly label: string;
  readonly required: readonly string[];
  readonly fields: Readonly<Record<string, Rule>>;
}

const overlayKind: OverlayKind = {
  label: 'an overlay',
  required: ['overlay', 'info', 'actions'],
  fields: {
    overlay: text,
    info: map(any),
    extends: text,
    actions: { is: 'list', of: map(any), filled: true },
  },
};

const infoKind: OverlayKind = {
  label: 'the info object of an overlay',
  required: ['title', 'version'],
  fields: { title: text, version: text, description: text },
};

const actionKind: OverlayKind = {
  label: 'an action',
  required: ['target'],
  fields: { target: text, description: text, update: any, copy: text, remove: flag },
};

/** Judges the fields of an overlay document, its info and its actions. */
function checkOverlay(context: ValueContext, root: JsonObject): void {
  checkObject(context, root, overlayKind);
  const { info, actions } = root;
  if (isJsonObject(info)) checkObject(context, info, infoKind);
  if (!Array.isArray(actions)) return;
  for (const action of actions) if (isJsonObject(action)) checkAction(context, action);
}

/** Reports an overlay document that is not even an object. */
function refuseRoot({ diagnostics }: ValueContext, value: Json, at: Parameters<typeof diagnostics.error>[2]): void {
  diagnostics.error('wrong-type', `an overlay is an object, not ${typeName(value)}`, at);
}

function checkAction(context: ValueContext, action: JsonObject): void {
  checkObject(context, action, actionKind);
  const { diagnostics, places } = context;
  const parts = ['update', 'copy'].filter((part) => part in action);
  const removes = action['remove'] === true;
  if (parts.length === 2)
    diagnostics.error('invalid-value', 'an action has "update" or "copy", not both', places.ofKey(action, 'copy'));
  for (const part of removes ? parts : [])
    diagnostics.warning(
      'overlay-no-effect',
      `"${part}" has no effect beside "remove: true"`,
      places.ofKey(action, part),
    );
  if (!removes && parts.length === 0) {
    const message = 'this action changes nothing; it needs "update", "copy" or "remove: true"';
    diagnostics.warning('overlay-no-effect', message, places.of(action));
  }
}

function checkObject(context: ValueContext, node: JsonObject, { label, required, fields }: OverlayKind): void {
  const { diagnostics, places } = context;
  for (const field of required) {
    if (!(field in node)) diagnostics.error('missing-field', `${label} needs "${field}"`, places.of(node));
  }
  for (const [key, value] of Object.entries(node)) {
    const rule = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (rule !== undefined) checkValue(context, { owner: node, key, name: key }, value, rule);
    else if (!key.startsWith('x-')) {
      const message = `"${key}" is not a field of ${label}${didYouMean(key, Object.keys(fields))}`;
      diagnostics.error('unknown-field', message, places.ofKey(node, key));
    }
  }
}

/** The documents that an overlay names and that it is applied to. */
interface ExtendsContext extends ReadOverlayContext {
  /** The overlay document, as the user named it. */
  readonly file: string;
}

/** Warns where an overlay says that it was made for another document; an absolute address says nothing about files. */
function checkExtends(root: JsonObject, { spec, file, places, diagnostics }: ExtendsContext): void {
  const named = root['extends'];
  if (typeof named !== 'string' || /^[A-Za-z][A-Za-z0-9+.-]+:/.test(named)) return;
  const wanted = resolvePath(file, decodePercent(named.replace(/[?#].*$/s, '')));
  const given = resolvePath('', spec);
  // A path from the root and one from the current folder may still be the same file.
  const same = wanted.startsWith('/') === given.startsWith('/') ? wanted === given : nameOf(wanted) === nameOf(given);
  if (same) return;
  const message = `this overlay extends ${JSON.stringify(named)}, which is not the document it is applied to, ${spec}`;
  diagnostics.warning('overlay-extends', message, places.ofValue(root, 'extends'));
}

function resolvePath(from: string, path: string): string {
  const text = path.startsWith('/') ? path : from.slice(0, from.lastIndexOf('/') + 1) + path;
  const steps: string[] = [];
  for (const step of text.split('/')) {
    const up = step === '..' && steps.length > 0 && steps.at(-1) !== '..';
    if (up) steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return `${text.startsWith('/') ? '/' : ''}${steps.join('/')}`;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
