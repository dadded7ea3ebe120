import type { Model, Webhook } from '../../api/api.js';
import { isJson } from '../../api/schemas/media-type.js';
import { bodyType, findWebhookMark, findWebhookSignature, webhookName } from '../../api/behaviour/webhooks.js';
import { groupBy } from '../../iterables.js';
import { Imports } from '../code/imports.js';
import { literal, memberKey } from '../code/literals.js';
import { aliasStructure, interfaceStructure } from '../code/structures.js';
import { docLines } from '../code/doc-comments.js';
import { ofCodecs, wireCode } from '../code/wire-code.js';
import { modelTypeSymbol } from '../code/types.js';
import { code, createTemplates, type Code } from '../code/templates.js';
import type { EmitContext } from '../emit-context.js';
import type { CodeSymbol, SourceFile } from '../source-file.js';

const module = 'webhooks';

function ofWebhooks(name: string): CodeSymbol {
  return { name, module: 'runtime/webhooks' };
}

/** Emits `webhooks.ts`: what verifies and reads the requests that the service sends, where it sends any. */
export function emitWebhooks(context: EmitContext): readonly SourceFile[] {
  const { api, assets, onlyValues } = context;
  const { webhooks = [], typeName } = api;
  if (webhooks.length === 0) return [];
  const byName = groupBy(webhooks, webhookName);
  const [type, bodies] = [`${typeName}Webhook`, `${typeName}WebhookBodies`];
  const imports = new Imports(module, [
    type,
    bodies,
    'unwrapWebhook',
    'webhookSignature',
    'webhookValidators',
    ...reexported,
  ]);
  const properties = [...byName].map(([name, all]) => ({
    name,
    required: true,
    type: printBodyType(all, context, imports),
    docs: docLines(all[0]?.doc ?? {}, [
      `The ${all[0]?.kind} \`${all[0]?.method} ${all[0]?.name.replaceAll('`', "'")}\`.`,
    ]),
  }));
  const view = toWebhooksView(byName, bodies, { context, imports });
  const body = [
    interfaceStructure({
      name: bodies,
      docs: ['The bodies of the webhooks and callbacks of the service, by name.'],
      properties,
    }),
    ...(onlyValues === true
      ? []
      : [
          aliasStructure(
            type,
            `${imports.useType(ofWebhooks('WebhookOf'))}<${bodies}> | ${imports.useType(ofWebhooks('UnknownWebhook'))}`,
            ['A webhook or callback of the service, or one that the spec does not declare: its `name` tells.'],
          ),
        ]),
    createTemplates(assets.templates).render('webhooks/webhooks.hbs', view),
    `export { ${reexported.join(', ')} } from '@speccast/runtime/webhooks';`,
    `export type { ${types} } from '@speccast/runtime/webhooks';`,
  ];
  return [imports.toFile(body)];
}

type ByName = ReadonlyMap<string, readonly Webhook[]>;

/** Returns the view of the template. */
function toWebhooksView(
  byName: ByName,
  bodies: string,
  { context, imports }: Emitting,
): Readonly<Record<string, unknown>> {
  const { api, parts, layout } = context;
  const [first, ...others] = (api.webhooks ?? []).map(findWebhookSignature);
  const isOne = others.every((one) => isEqual(one, first));
  const signature = findWebhookSignature(api) ?? (isOne ? first : undefined);
  const own = new Map(
    [...byName].map(([name, [webhook]]) => {
      const stated = webhook && findWebhookSignature(webhook);
      return [name, isEqual(stated, signature) ? undefined : stated];
    }),
  );
  const signatures = [signature, ...own.values()].filter((one) => one !== undefined);
  const hasOwn = signatures.length > (signature === undefined ? 0 : 1);
  // The smaller code verifies HMAC and Ed25519.
  const isShared = signatures.every(
    ({ algorithm }) => algorithm === undefined || /^hmac|^ed25519$/.test(String(algorithm)),
  );
  const wires = listWires(byName, { context, imports });
  return {
    bodies,
    rules: [...byName].map(([name, all]) => {
      const [mark, ...marks] = all.map((webhook) => findWebhookMark(api, webhook));
      const isSame = mark !== undefined && marks.every((one) => isEqual(one, mark));
      const scheme = own.get(name);
      const rule = { ...(isSame && { ...mark, values: [...mark.values] }), ...(scheme !== undefined && { scheme }) };
      return { name, value: code(literal(rule)) };
    }),
    signature: signature === undefined ? '' : code(literal(signature)),
    schemeType: imports.useType(ofWebhooks('WebhookScheme')),
    standard: signature === undefined ? imports.use(ofWebhooks('standardWebhooks')) : '',
    wires,
    decoding: wires.length > 0 ? imports.use(ofCodecs('decodingUnwrap')) : '',
    validated: code(validatedBodies(byName, bodies, { context, imports })),
    unwrapType: imports.useType(ofWebhooks('UnwrapWebhook')),
    create: imports.use(ofWebhooks(hasOwn ? 'createSchemedUnwrap' : 'createUnwrap')),
    verify: imports.use(ofWebhooks(isShared ? 'verifySharedWebhook' : 'verifyWebhook')),
    hasValidators: parts.includes('validators'),
    validatorsType: parts.includes('validators') ? imports.useType(ofWebhooks('WebhookValidators')) : '',
    validators: parts.includes('validators')
      ? [...byName].flatMap(([name, all]) => {
          const model = modelOfBody(all, context);
          return model === undefined ? [] : [{ name, validator: imports.use(layout.validator(model)) }];
        })
      : [],
  };
}

/** Lists the conversions of the values of bodies, by the names of webhooks. */
function listWires(
  byName: ByName,
  { context, imports }: Emitting,
): readonly { readonly name: string; readonly wire: Code }[] {
  const { api, layout } = context;
  return [...byName].flatMap(([name, all]) => {
    const model = modelOfBody(all, context);
    if (model?.wire === undefined) return [];
    const schema = { ref: model.id, at: model.schema.at, doc: {} };
    return [{ name, wire: code(wireCode(schema, { api, layout, imports }) ?? '{}') }];
  });
}

/** The type of the bodies that validators are for: as they are on the wire. */
function validatedBodies(byName: ByName, bodies: string, { context, imports }: Emitting): string {
  const { layout } = context;
  const changed = [...byName].flatMap(([name, all]) => {
    const model = modelOfBody(all, context);
    if (model?.wire === undefined) return [];
    return [[memberKey(name), literal(name), imports.useType(modelTypeSymbol(layout, model.id, 'response', 'wire'))]];
  });
  if (changed.length === 0) return bodies;
  const names = changed.map(([, name]) => name).join(' | ');
  return `Omit<${bodies}, ${names}> & { ${changed.map(([key, , type]) => `readonly ${key}: ${type}`).join('; ')} }`;
}

/** The model of the body of a webhook, where that is JSON of one kind. */
function modelOfBody(all: readonly Webhook[], { layout }: EmitContext): Model | undefined {
  const [only, ...others] = all;
  const isData = only !== undefined && isJson(bodyType(only) ?? '');
  return isData && others.length === 0 ? layout.modelById(only.payload ?? '') : undefined;
}

interface Emitting {
  readonly context: EmitContext;
  readonly imports: Imports;
}

/** Values of the runtime that `./webhooks` exports. */
const reexported = ['signWebhook', 'verifyWebhook', 'WebhookError'];

const types =
  'UnknownWebhook, UnwrapWebhookOptions, VerifiedWebhook, VerifyWebhookOptions, WebhookInput, WebhookReason, WebhookScheme';

/** The type of the body: JSON and forms are read, anything else stays a string. */
function printBodyType(all: readonly Webhook[], { layout }: EmitContext, imports: Imports): string {
  const names = all.map((webhook) => {
    const type = bodyType(webhook);
    if (type === undefined) return 'undefined';
    const model = layout.modelById(webhook.payload ?? '');
    // What several webhooks of one name send is not converted.
    const side = all.length > 1 ? 'wire' : 'callers';
    if (isJson(type))
      return model === undefined ? 'unknown' : imports.useType(modelTypeSymbol(layout, model.id, 'response', side));
    if (!type.includes('form-urlencoded')) return 'string';
    return 'Readonly<Record<string, string>>';
  });
  return [...new Set(names)].join(' | ');
}

function isEqual(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
