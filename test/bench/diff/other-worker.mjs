/*
 * Runs another tool on a pair of documents: `node other-worker.mjs <folder of node_modules> <tool> <before> <after>`. Prints
 * {milliseconds, breaking, others, found: [{rule, place}]}. `found` lists the breaking changes; a place is a list of keys or a dotted
 * path: `paths./pets.get`.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [folder, tool, before, after] = process.argv.slice(2);
const load = createRequire(join(folder, 'package.json'));

const tools = {
  async 'openapi-diff'(documents) {
    const { diffSpecs } = load('openapi-diff');
    const [sourceSpec, destinationSpec] = documents.map((content, index) => ({
      content,
      location: `${index}.json`,
      format: 'openapi3',
    }));
    const result = await diffSpecs({ sourceSpec, destinationSpec });
    const { breakingDifferences: breaking = [], nonBreakingDifferences, unclassifiedDifferences } = result;
    const found = breaking.map(({ code, sourceSpecEntityDetails, destinationSpecEntityDetails }) => ({
      rule: code,
      place: (sourceSpecEntityDetails[0] ?? destinationSpecEntityDetails[0])?.location ?? '',
    }));
    return { found, others: nonBreakingDifferences.length + unclassifiedDifferences.length };
  },
  async 'api-smart-diff'(documents) {
    const { apiCompare } = load('api-smart-diff');
    const { diffs } = apiCompare(...documents.map((text) => JSON.parse(text)));
    const breaking = diffs.filter(({ type }) => type === 'breaking');
    const found = breaking.map(({ action, path }) => ({ rule: nameRule(action, path), place: path.map(String) }));
    return { found, others: diffs.length - breaking.length };
  },
};

/** Names a rule by the action and the last keyword of a path: `remove`, `['paths', '/pets', 'get']` → `remove paths`. */
function nameRule(action, path) {
  const last = path.findLast((key) => typeof key === 'string' && keywords.has(key)) ?? path[0];
  return `${action} ${last}`;
}

const keywords = new Set(
  `paths parameters requestBody responses content schema properties required enum type format nullable items allOf oneOf anyOf
  additionalProperties maximum minimum maxLength minLength maxItems minItems pattern default security servers headers name in
  style explode allowReserved deprecated uniqueItems multipleOf const discriminator readOnly writeOnly`.split(/\s+/),
);

const documents = [before, after].map((path) => readFileSync(path, 'utf8'));
const start = performance.now();
const { found, others } = await tools[tool](documents);
const milliseconds = performance.now() - start;
process.stdout.write(JSON.stringify({ milliseconds, others, breaking: found.length, found }));
