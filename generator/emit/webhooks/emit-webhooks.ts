import { groupBy, listPresent } from '../../iterables.js';
import { compact } from '../../json.js';
import { code, literalCode, render, useAll } from '../code/templates.js';
import type { Layout } from '../layout.js';
import type { Model, Webhook } from '../../api/api.js';
import { isJson } from '../../api/schemas/media-type.js';
import { findBodyType, findWebhookMark, findWebhookSignature, readWebhookName } from '../../api/behaviour/webhooks.js';
import { Imports } from '../code/imports.js';
import { literal, memberKey } from '../code/literals.js';
import { aliasStructure, interfaceStructure } from '../code/structures.js';
import { docLines } from '../code/doc-comments.js';
import { codecSymbol, wireCode } from '../code/wire-code.js';
import { modelTypeSymbol } from '../code/types.js';
import type { EmitContext } from '../emit-context.js';
import type { CodeSymbol, SourceFile } from '../source-file.js';

function webhooksSymbol(name: string): CodeSymbol {
  return { name, module: 'runtime/webhooks' };
}

/** The webhooks and callbacks that share a name. `model` is that of a JSON body, if only one webhook has the name. */
interface NamedWebhooks {
  readonly name: string;
  readonly all: readonly Webhook[];
  readonly model: Model | undefined;
}

/** Emits `webhooks.ts`, which verifies and decodes the requests that the service sends. Without webhooks, no file. */
export function emitWebhooks(context: EmitContext): readonly SourceFile[] {
  const { api, layout, onlyValues } = context;
  const { webhooks = [], typeName } = api;
  if (webhooks.length === 0) return [];
  const [type, bodies] = [`${typeName}Webhook`, `${typeName}WebhookBodies`];
  const declared = ['unwrapWebhook', 'webhookSignature', 'webhookValidators', ...reexported];
  const imports = new Imports('webhooks', [type, bodies, ...declared]);
  const named = [...groupBy(webhooks, readWebhookName)].map(([name, all]) => {
    const [only, ...others] = all;
    const isData = only !== undefined && others.length === 0 && isJson(findBodyType(only) ?? '');
    return { name, all, model: isData ? layout.modelById(only.payload ?? '') : undefined };
  });
  const use = (name: string): string => imports.useType(webhooksSymbol(name));
  const statements = listPresent([
    interfaceStructure({
      name: bodies,
      docs: ['The bodies of the webhooks and callbacks of the service, by name.'],
      properties: named.map(({ name, all }) => ({
        name,
        required: true,
        type: printBodyType(all, layout, imports),
        docs: docLines(all[0]?.doc ?? {}, [
          `The ${all[0]?.kind} \`${all[0]?.method} ${all[0]?.name.replaceAll('`', "'")}\`.`,
        ]),
      })),
    }),
    onlyValues !== true &&
      aliasStructure(type, `${use('WebhookOf')}<${bodies}> | ${use('UnknownWebhook')}`, [
        'A webhook or callback of the service, or one that the spec does not declare. Its `name` identifies it.',
      ]),
    render(context, 'webhooks/webhooks.hbs', toWebhooksView(named, bodies, imports, context)),
    `export { ${reexported.join(', ')} } from '@speccast/runtime/webhooks';`,
    "export type { UnknownWebhook, UnwrapWebhookOptions, VerifiedWebhook, VerifyWebhookOptions, WebhookInput, WebhookReason, WebhookScheme } from '@speccast/runtime/webhooks';",
  ]);
  return [imports.toFile(statements)];
}

/** Returns the template view of the unwrap function and its rules. */
function toWebhooksView(
  named: readonly NamedWebhooks[],
  bodies: string,
  imports: Imports,
  { api, parts, layout }: EmitContext,
): object {
  const [first, ...others] = (api.webhooks ?? []).map(findWebhookSignature);
  const isOne = others.every((one) => isEqual(one, first));
  const signature = findWebhookSignature(api) ?? (isOne ? first : undefined);
  const ownSignatures = named.map(({ all: [webhook] }) => {
    const stated = webhook && findWebhookSignature(webhook);
    return isEqual(stated, signature) ? undefined : stated;
  });
  const schemes = listPresent([signature, ...ownSignatures]);
  // A smaller function is enough for HMAC and Ed25519.
  const isShared = schemes.every(({ algorithm = 'hmac' }) => /^hmac|^ed25519$/.test(String(algorithm)));
  const wires = named.flatMap(({ name, model }) => {
    if (model?.wire === undefined) return [];
    const schema = { ref: model.id, at: model.schema.at, doc: {} };
    return [{ name, wire: code(wireCode(schema, { api, layout, imports }) ?? '{}') }];
  });
  const hasValidators = parts.includes('validators');
  return {
    bodies,
    rules: named.map(({ name, all }, index) => {
      const [mark, ...marks] = all.map((webhook) => findWebhookMark(api, webhook));
      const isSame = mark !== undefined && marks.every((one) => isEqual(one, mark));
      const rule = compact({ ...(isSame && { ...mark, values: [...mark.values] }), scheme: ownSignatures[index] });
      return { name, value: code(literal(rule)) };
    }),
    signature: literalCode(signature),
    ...useAll(imports, 'runtime/webhooks', {
      schemeType: 'type WebhookScheme',
      unwrapType: 'type UnwrapWebhook',
      create: schemes.length > (signature ? 1 : 0) ? 'createSchemedUnwrap' : 'createUnwrap',
      verify: isShared ? 'verifySharedWebhook' : 'verifyWebhook',
    }),
    standard: signature === undefined && imports.use(webhooksSymbol('standardWebhooks')),
    wires,
    decoding: wires.length > 0 && imports.use(codecSymbol('decodingUnwrap')),
    hasValidators,
    validated: code(printValidated(named, bodies, imports, layout)),
    validatorsType: hasValidators && imports.useType(webhooksSymbol('WebhookValidators')),
    validators: named.flatMap(({ name, model }) =>
      model && hasValidators ? [{ name, validator: imports.use(layout.validator(model)) }] : [],
    ),
  };
}

/** Prints the type of the bodies that validators check: in wire form. */
function printValidated(named: readonly NamedWebhooks[], bodies: string, imports: Imports, layout: Layout): string {
  const changed = named.filter(({ model }) => model?.wire !== undefined);
  if (changed.length === 0) return bodies;
  const members = changed.map(({ name, model }) => {
    const type = imports.useType(modelTypeSymbol(layout, model?.id ?? '', 'response', 'wire'));
    return `readonly ${memberKey(name)}: ${type}`;
  });
  return `Omit<${bodies}, ${changed.map(({ name }) => literal(name)).join(' | ')}> & { ${members.join('; ')} }`;
}

/** Values of the runtime that `./webhooks` exports. */
const reexported = ['signWebhook', 'verifyWebhook', 'WebhookError'];

/** Prints the type of a body: parsed for JSON and forms, a string for other media types. */
function printBodyType(all: readonly Webhook[], layout: Layout, imports: Imports): string {
  const names = all.map((webhook) => {
    const type = findBodyType(webhook);
    if (type === undefined) return 'undefined';
    if (!isJson(type)) return type.includes('form-urlencoded') ? 'Readonly<Record<string, string>>' : 'string';
    const model = layout.modelById(webhook.payload ?? '');
    // Bodies of webhooks that share a name are not converted from wire form.
    const side = all.length > 1 ? 'wire' : 'callers';
    return model ? imports.useType(modelTypeSymbol(layout, model.id, 'response', side)) : 'unknown';
  });
  return [...new Set(names)].join(' | ');
}

function isEqual(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
