import { findOperation } from '../../document/find-operation.js';
import type { Tool } from '../../tools/catalogue.js';
import { readPointer, writePointer } from '../../validators/document/document-pointer.js';
import { listLeaves, readSchemaFacts } from '../options/schema-facts.js';
import { deepest } from './table.js';

/** Lists the paths to the values of an item, such as `snippet.title`, in the order of the schema of the first response that means success. */
export function listColumnPaths(tool: Tool): readonly string[] {
  const { operation, schemas } = tool;
  const found = findOperation(schemas.document, operation);
  const status = Object.keys(Object(found?.value['responses'])).find((one) => /^2|default/.test(one));
  if (found === undefined || status === undefined) return [];
  const pointer = found.pointer + writePointer(['responses', status, 'content']).slice(1);
  const [content] = Object.values(Object(readPointer(schemas.document, pointer)?.value));
  const { schema = true } = Object(content);
  const whole = readSchemaFacts(tool, schema);
  const key = operation.paging?.items;
  const list = key === undefined ? schema : whole.properties.get(key);
  const { items } = readSchemaFacts(tool, list ?? true);
  const leaves = listLeaves(tool, items === undefined ? whole : readSchemaFacts(tool, items), deepest);
  return leaves.map(({ steps }) => steps.join('.'));
}
