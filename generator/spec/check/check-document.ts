import type { JsonObject } from '../read/json.js';
import type { KindName } from '../openapi/rules.js';
import type { CheckContext } from './check-context.js';
import { checkConformance } from './check-conformance.js';
import { cycleCheck } from './check-cycles.js';
import {
  checkDialect,
  checkEncoding,
  checkParameter,
  checkParameterEffects,
  checkStyleOfValues,
  checkUnread,
  tagCheck,
} from './check-parameter.js';
import { checkFields, isMisspelt } from './check-fields.js';
import { checkMediaTypes, formatCheck } from './known-names.js';
import {
  checkAnswers,
  checkBodies,
  checkParameterList,
  checkResponse,
  checkResponses,
  operationIdCheck,
} from './check-operation.js';
import { checkPaths } from './check-paths.js';
import { checkReference } from './check-reference.js';
import { checkMediaTypeSamples, checkSamples } from './check-samples.js';
import { checkSchema } from './check-schema.js';
import { checkFlows, checkRequirement, checkScheme, checkServer, checkServerVariable } from './check-security.js';
import { checkSizes } from './check-sizes.js';
import { tableCheck } from './check-tables.js';
import { patternCheck } from '../patterns/check-patterns.js';
import { walk } from '../openapi/walk.js';

type Check = (context: CheckContext, node: JsonObject) => void;

/** What is checked about an object beyond its fields, by kind. */
const checks: Partial<Readonly<Record<KindName, Check>>> = {
  openapi: (context, node) => {
    checkParts(context, node);
    checkDialect(context, node, 'jsonSchemaDialect');
  },
  server: checkServer,
  serverVariable: checkServerVariable,
  paths: checkPaths,
  pathItem: (context, node) => {
    checkParameterList(context, node);
    checkBodies(context, node);
  },
  operation: (context, node) => {
    checkParameterList(context, node);
    checkAnswers(context, node);
  },
  parameter: (context, node) => {
    checkParameter(context, node, 'a parameter');
    checkParameterEffects(context, node);
    checkStyleOfValues(context, node);
    checkMediaTypes(context, node);
  },
  requestBody: checkMediaTypes,
  mediaType: (context, node) => {
    checkEncoding(context, node);
    checkMediaTypeSamples(context, node);
  },
  example: (context, node) => checkUnread(context, node, 'externalValue'),
  header: (context, node) => checkParameter(context, node, 'a header'),
  responses: checkResponses,
  response: (context, node) => {
    checkResponse(context, node);
    checkMediaTypes(context, node);
    checkUnread(context, node, 'links');
  },
  schema: checkSchemaAndSamples,
  property: checkSchemaAndSamples,
  securityRequirement: checkRequirement,
  securityScheme: checkScheme,
  oauthFlows: checkFlows,
};

function checkSchemaAndSamples(context: CheckContext, schema: JsonObject): void {
  checkSchema(context, schema);
  checkSamples(context, schema);
  checkDialect(context, schema, '$schema');
}

/** Checks a document as a whole: it is about something. */
function checkParts(context: CheckContext, root: JsonObject): void {
  const { version, positions, diagnostics } = context;
  const parts = version === '3.0' ? ['paths'] : ['paths', 'components', 'webhooks'];
  if (parts.some((part) => part in root || isMisspelt(context, root, 'openapi', part))) return;
  const list = parts.map((part) => `"${part}"`).join(' or ');
  diagnostics.error('missing-field', `an OpenAPI ${version} document needs ${list}`, positions.of(root));
}

/** Checks a whole document: the fields of every object, the references, and what the objects say about each other. */
export function checkDocument(context: CheckContext): void {
  const ids = operationIdCheck(context);
  const links: JsonObject[] = [];
  const checkCycles = cycleCheck(context);
  const checkPatterns = patternCheck({ ...context, leavesOut: true });
  const checkFormats = formatCheck(context);
  const tables = tableCheck(context);
  const checkTags = tagCheck(context);
  walk(context.root, {
    visit(node, kind) {
      checkSizes(context, node, kind);
      checkFields(context, node, kind);
      checks[kind]?.(context, node);
      if (kind === 'schema' || kind === 'property') {
        checkCycles(node);
        checkPatterns(node);
        checkFormats(node);
      }
      if (kind === 'operation') {
        ids.visit(node);
        checkTags(node);
      }
      if (kind === 'link') links.push(node);
      tables.visit(node);
    },
    refer: (node, kind) => checkReference(context, node, kind),
  });
  links.forEach((link) => ids.link(link));
  tables.finish();
  checkConformance(context);
}
