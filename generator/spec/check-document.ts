import type { JsonObject } from './json.js';
import type { KindName } from './kinds.js';
import type { CheckContext } from './check-context.js';
import { cycleCheck } from './check-cycles.js';
import { checkFields } from './check-fields.js';
import {
  checkBodies,
  checkParameter,
  checkParameterList,
  checkResponses,
  operationIdCheck,
} from './check-operation.js';
import { checkPaths } from './check-paths.js';
import { checkReference } from './check-reference.js';
import { checkSchema } from './check-schema.js';
import { checkFlows, checkRequirement, checkScheme } from './check-security.js';
import { walk } from './walk.js';

type Check = (context: CheckContext, node: JsonObject) => void;

/** What is judged about an object beyond its fields, by kind. */
const checks: Partial<Readonly<Record<KindName, Check>>> = {
  paths: checkPaths,
  pathItem: (context, node) => {
    checkParameterList(context, node);
    checkBodies(context, node);
  },
  operation: checkParameterList,
  parameter: (context, node) => checkParameter(context, node, 'a parameter'),
  header: (context, node) => checkParameter(context, node, 'a header'),
  responses: checkResponses,
  schema: checkSchema,
  property: checkSchema,
  securityRequirement: checkRequirement,
  securityScheme: checkScheme,
  oauthFlows: checkFlows,
};

/** Judges a whole document: the fields of every object, the references, and what the objects say about each other. */
export function checkDocument(context: CheckContext): void {
  const checkOperationId = operationIdCheck(context);
  const checkCycles = cycleCheck(context);
  walk(context.root, {
    visit(node, kind) {
      checkFields(context, node, kind);
      checks[kind]?.(context, node);
      if (kind === 'schema' || kind === 'property') checkCycles(node);
      if (kind === 'operation') checkOperationId(node);
    },
    refer: (node, kind) => checkReference(context, node, kind),
  });
}
