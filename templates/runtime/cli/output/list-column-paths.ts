import { findOperation } from '../../document/find-operation.js';
import type { Tool } from '../../tools/catalogue.js';
import { readPointer, writePointer } from '../../validators/document/document-pointer.js';
import { readSchemaFacts, type SchemaFacts } from '../options/schema-facts.js';
import { deepest, mostLeaves } from './table.js';

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
  const paths: string[] = [];
  const add = ({ properties }: SchemaFacts, start: string, depth: number): void => {
    for (const [name, below] of properties) {
      const facts = readSchemaFacts(tool, below);
      if (depth < deepest && facts.properties.size > 0) add(facts, `${start}${name}.`, depth + 1);
      else paths.push(start + name);
      if (paths.length > mostLeaves) return;
    }
  };
  add(items === undefined ? whole : readSchemaFacts(tool, items), '', 1);
  return paths;
}
