import type { Json, JsonObject } from '../read/json.js';
import { isJsonObject } from '../read/json.js';
import { checkValue, typeName, type ValueContext } from '../check/check-value.js';
import type { Rule } from '../openapi/kinds.js';
import { any, flag, map, text } from '../openapi/rules.js';
import { didYouMean } from '../suggest.js';

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
export function checkOverlay(context: ValueContext, root: JsonObject): void {
  checkObject(context, root, overlayKind);
  const { info, actions } = root;
  if (isJsonObject(info)) checkObject(context, info, infoKind);
  if (!Array.isArray(actions)) return;
  for (const action of actions) if (isJsonObject(action)) checkAction(context, action);
}

/** Reports an overlay document that is not even an object. */
export function refuseRoot(
  { diagnostics }: ValueContext,
  value: Json,
  at: Parameters<typeof diagnostics.error>[2],
): void {
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
