import type { Api, Webhook } from '../../api/api.js';
import { isJson } from '../../api/bodies/media-type.js';
import { bodyType, markOf, signatureOf, webhookName } from '../../api/webhooks/webhook-facts.js';
import type { JsonObject } from '../../spec/read/json.js';
import { groupBy } from '../code/syntax/order.js';
import { Imports } from '../code/syntax/imports.js';
import { literal } from '../code/syntax/literals.js';
import { aliasStructure, interfaceStructure } from '../code/syntax/structures.js';
import { docLines } from '../code/docs/doc-lines.js';
import { code, createTemplates } from '../code/templates/templates.js';
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
    type: bodyTypeOf(all, context, imports),
    docs: docLines(all[0]?.doc ?? {}, [
      `The ${all[0]?.kind} \`${all[0]?.method} ${all[0]?.name.replaceAll('`', "'")}\`.`,
    ]),
  }));
  const view = viewOf(byName, bodies, { context, imports });
  const body = [
    interfaceStructure({
      name: bodies,
      docs: ['The bodies of the webhooks and callbacks of the service, by name.'],
      properties,
    }),
    ...(onlyValues === true
      ? []
      : [
          aliasStructure(type, typeText(bodies, imports), [
            'A webhook or callback of the service, or one that the spec does not declare: its `name` tells.',
          ]),
        ]),
    createTemplates(assets.templates).render('webhooks/webhooks.hbs', view),
    `export { ${reexported.join(', ')} } from '@speccast/runtime/webhooks';`,
    `export type { ${types} } from '@speccast/runtime/webhooks';`,
  ];
  return [{ kind: 'source', path: `src/${module}.ts`, imports: imports.lines(), body }];
}

type ByName = ReadonlyMap<string, readonly Webhook[]>;

/** What the template shows. */
function viewOf(byName: ByName, bodies: string, { context, imports }: Emitting): Readonly<Record<string, unknown>> {
  const { api, parts, layout } = context;
  const signature = signatureIn(api);
  const own = new Map([...byName].map(([name, all]) => [name, ownSignature(all, signature)]));
  const signatures = [signature, ...own.values()].filter((one) => one !== undefined);
  const hasOwn = signatures.length > (signature === undefined ? 0 : 1);
  return {
    bodies,
    rules: [...byName].map(([name, all]) => ({
      name,
      value: code(literal({ ...ruleOf(api, all), ...schemeMember(own.get(name)) })),
    })),
    signature: signature === undefined ? '' : code(literal(signature)),
    schemeType: imports.useType(ofWebhooks('WebhookScheme')),
    standard: signature === undefined ? imports.use(ofWebhooks('standardWebhooks')) : '',
    unwrapType: imports.useType(ofWebhooks('UnwrapWebhook')),
    create: imports.use(ofWebhooks(hasOwn ? 'createSchemedUnwrap' : 'createUnwrap')),
    verify: imports.use(ofWebhooks(signatures.every(isShared) ? 'verifySharedWebhook' : 'verifyWebhook')),
    hasValidators: parts.includes('validators'),
    validatorsType: parts.includes('validators') ? imports.useType(ofWebhooks('WebhookValidators')) : '',
    validators: parts.includes('validators')
      ? [...byName].flatMap(([name, all]) => {
          const model = all.length === 1 && isData(all[0]) ? layout.modelById(all[0]?.payload ?? '') : undefined;
          return model === undefined ? [] : [{ name, validator: imports.use(layout.validator(model)) }];
        })
      : [],
  };
}

interface Emitting {
  readonly context: EmitContext;
  readonly imports: Imports;
}

/** What `./webhooks` passes on of the runtime. */
const reexported = ['signWebhook', 'verifyWebhook', 'WebhookError'];

const types =
  'UnknownWebhook, UnwrapWebhookOptions, VerifiedWebhook, VerifyWebhookOptions, WebhookInput, WebhookReason, WebhookScheme';

function typeText(bodies: string, imports: Imports): string {
  return `${imports.useType(ofWebhooks('WebhookOf'))}<${bodies}> | ${imports.useType(ofWebhooks('UnknownWebhook'))}`;
}

function isData(webhook: Webhook | undefined): boolean {
  return webhook !== undefined && isJson(bodyType(webhook) ?? '');
}

/** The type of the body: JSON and forms are read, anything else stays a string. */
function bodyTypeOf(all: readonly Webhook[], { layout }: EmitContext, imports: Imports): string {
  const names = all.map((webhook) => {
    const type = bodyType(webhook);
    if (type === undefined) return 'undefined';
    const model = layout.modelById(webhook.payload ?? '');
    if (isJson(type)) return model === undefined ? 'unknown' : imports.useType(layout.model(model));
    if (!type.includes('form-urlencoded')) return 'string';
    return 'Readonly<Record<string, string>>';
  });
  return [...new Set(names)].join(' | ');
}

function ruleOf(api: Api, all: readonly Webhook[]): JsonObject {
  const marks = all.map((webhook) => markOf(api, webhook));
  const [mark, ...others] = marks;
  const isSame = mark !== undefined && others.every((one) => JSON.stringify(one) === JSON.stringify(mark));
  return isSame ? { ...mark, values: [...mark.values] } : {};
}

/** How they are signed: as the spec says for all, else as it says of each, where that is the same. */
function signatureIn(api: Api): JsonObject | undefined {
  const [first, ...others] = (api.webhooks ?? []).map(signatureOf);
  const isSame = others.every((one) => JSON.stringify(one) === JSON.stringify(first));
  return signatureOf(api) ?? (isSame ? first : undefined);
}

/** How a webhook is signed, where it is not as the others are. */
function ownSignature([webhook]: readonly Webhook[], usual: JsonObject | undefined): JsonObject | undefined {
  const own = webhook && signatureOf(webhook);
  return JSON.stringify(own) === JSON.stringify(usual) ? undefined : own;
}

function schemeMember(scheme: JsonObject | undefined): JsonObject {
  return scheme === undefined ? {} : { scheme };
}

/** Whether the smaller code verifies it: HMAC and Ed25519. */
function isShared({ algorithm }: JsonObject): boolean {
  return algorithm === undefined || /^hmac|^ed25519$/.test(String(algorithm));
}
