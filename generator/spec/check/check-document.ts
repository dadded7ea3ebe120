import { keywords } from '../../keywords/keywords.js';
import { type KindName, isSchemaKind } from '../openapi/rules.js';
import { walk } from '../openapi/walk.js';
import { checkPatterns } from '../patterns/check-patterns.js';
import { type JsonObject, isJsonObject, listOwnKeys } from '../../json.js';
import type { FaultContext } from '../repair/repairs.js';
import { checkConformance, checkTables } from './check-extensions.js';
import { type SpecContext, mappedSchema } from '../references/spec-context.js';
import { checkFields, isMisspelt, checkReference } from './check-fields.js';
import {
  checkAnswers,
  checkBodies,
  checkLink,
  checkParameterList,
  checkResponse,
  checkResponses,
  checkPaths,
} from './check-paths.js';
import {
  checkDialect,
  checkEncoding,
  checkParameter,
  checkParameterEffects,
  checkStyleOfValues,
  checkUnread,
  tagCheck,
} from './check-parameter.js';
import { checkMediaTypeSamples, checkSamples } from './check-samples.js';
import { cycleCheck, checkSchema } from './check-schema.js';
import { checkFlows, checkRequirement, checkScheme, checkServer, checkServerVariable } from './check-security.js';
import { checkMediaTypes, formatCheck } from './known-names.js';

type Check = (context: SpecContext, node: JsonObject, kind: KindName) => void;

const schemaChecks: readonly Check[] = [checkSchema, checkSamples, checkDialect];

/** The checks of an object beyond its fields, by kind. */
const checks: Partial<Readonly<Record<KindName, readonly Check[]>>> = {
  openapi: [checkParts, checkDialect],
  server: [checkServer],
  serverVariable: [checkServerVariable],
  paths: [checkPaths],
  pathItem: [checkParameterList, checkBodies],
  operation: [checkParameterList, checkAnswers],
  parameter: [checkParameter, checkParameterEffects, checkStyleOfValues, checkMediaTypes],
  requestBody: [checkMediaTypes],
  mediaType: [checkEncoding, checkMediaTypeSamples],
  example: [checkUnread],
  header: [checkParameter],
  responses: [checkResponses],
  response: [checkResponse, checkMediaTypes, checkUnread],
  schema: schemaChecks,
  property: schemaChecks,
  securityRequirement: [checkRequirement],
  securityScheme: [checkScheme],
  oauthFlows: [checkFlows],
};

/** Checks that a document has paths, or from OpenAPI 3.1 on components or webhooks. */
function checkParts(context: SpecContext, root: JsonObject): void {
  const { version, positions, diagnostics } = context;
  // A Swagger document without paths is reported where it is converted.
  if (version === '2.0') return;
  const parts = version === '3.0' ? ['paths'] : ['paths', 'components', 'webhooks'];
  if (parts.some((part) => part in root || isMisspelt(context, root, 'openapi', part))) return;
  const list = parts.map((part) => `"${part}"`).join(' or ');
  diagnostics.error('missing-field', `an OpenAPI ${version} document needs ${list}`, positions.of(root));
}

/** Checks a whole document: the fields of every object, the references, and rules that concern several objects. */
export function checkDocument(context: SpecContext): void {
  const ids = new Set<string>();
  const links: JsonObject[] = [];
  const nodes: JsonObject[] = [];
  const checkCycles = cycleCheck(context);
  const checkFormats = formatCheck(context);
  const checkTags = tagCheck(context);
  walk(context.root, {
    visit(node, kind) {
      checkSizes(context, node, kind);
      checkFields(context, node, kind);
      for (const check of checks[kind] ?? []) check(context, node, kind);
      if (isSchemaKind(kind)) {
        checkCycles(node);
        checkPatterns(context, node, true);
        checkFormats(node);
      }
      if (kind === 'operation') {
        const { operationId } = node;
        if (typeof operationId === 'string') ids.add(operationId);
        checkTags(node);
      }
      if (kind === 'link') links.push(node);
      nodes.push(node);
    },
    refer: (node, kind) => checkReference(context, node, kind),
    map: (name, mapping) => mappedSchema(context, name, mapping),
  });
  for (const link of links) checkLink(context, link, ids);
  checkTables(context, nodes);
  checkConformance(context);
}

const schemaSizes = [...keywords.values()].flatMap(({ name, mostEntries }) =>
  mostEntries === undefined ? [] : [[name, mostEntries] as const],
);

/** Maximum number of entries in one list or map of a spec: several times as many as in the largest published specs. */
const sizes: Readonly<Partial<Record<KindName, readonly (readonly [key: string, most: number])[]>>> = {
  // These two are checked before anything else: see `isTooLarge`.
  openapi: Object.entries({ paths: 30_000, webhooks: 30_000, tags: 30_000, servers: 10_000 }),
  components: Object.entries({ schemas: 30_000, parameters: 30_000, responses: 30_000, requestBodies: 30_000 }),
  pathItem: [['parameters', 2_000]],
  operation: Object.entries({ parameters: 2_000, responses: 1_000, tags: 1_000 }),
  schema: schemaSizes,
  property: schemaSizes,
};

/** Reports a list or map that is so large that generation would take minutes and gigabytes of memory. */
function checkSizes({ positions, diagnostics }: FaultContext, node: JsonObject, kind: KindName): void {
  for (const [key, most] of sizes[kind] ?? []) {
    const value = node[key];
    const size = Array.isArray(value) ? value.length : listOwnKeys(value).length;
    if (size <= most) continue;
    const message = `"${key}" has ${size} entries; at most ${most} are read`;
    diagnostics.error('too-large', message, positions.ofKey(node, key));
  }
}

/** Returns whether a document has too many parts to be read, and reports that. */
export function isTooLarge(context: FaultContext, root: JsonObject): boolean {
  const before = context.diagnostics.list.length;
  checkSizes(context, root, 'openapi');
  const { components } = root;
  if (isJsonObject(components)) checkSizes(context, components, 'components');
  return context.diagnostics.list.length > before;
}
