import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { follow, type Path } from '@speccast/runtime/requests';
import { membersAt } from '../values/members-at.js';
import { didYouMean, findNearest } from '../values/did-you-mean.js';
import { wrongBody, wrongParameter } from './input/control-request.js';
import type { ControlOperation } from './input/controlled-emulator.js';
import { controlSchemas } from './document/control-schemas.js';
import { toSchema } from './document/draft-schema.js';

/** Rejects (400) parameters and members of the body that an operation of the control plane does not declare. */
export function checkMembers(
  { parameters = [], body: schema }: ControlOperation,
  query: URLSearchParams,
  body: JsonObject,
): void {
  const declared = new Map(parameters.filter((one) => one['in'] === 'query').map((one) => [String(one['name']), one]));
  for (const [name, value] of query) {
    const parameter = declared.get(name);
    if (!parameter) throw wrongParameter(name, `There is no parameter ${name}${didYouMean(name, declared.keys())}`);
    const values = follow(parameter, '#/schema/enum');
    if (Array.isArray(values) && !values.includes(value))
      throw wrongParameter(name, `${name} is ${values.join(' or ')}, not ${value}.`);
  }
  const [first] = Object.keys(body);
  if (schema !== undefined) checkBody({ ...toSchema(schema), components: { schemas: controlSchemas } }, body, []);
  else if (first !== undefined) throw wrongBody(`there is no ${first} here`, first);
}

function checkBody(root: JsonObject, value: Json, path: Path): void {
  if (Array.isArray(value)) value.forEach((one: Json, index) => checkBody(root, one, [...path, index]));
  const members = isJsonObject(value) ? membersAt(root, path) : undefined;
  if (!isJsonObject(value) || !members) return;
  for (const [name, member] of Object.entries(value)) {
    const at = [...path, name];
    if (members.has(name)) {
      checkBody(root, member, at);
      continue;
    }
    const location = at.join('.');
    const siblings = Array.from(members.keys(), (sibling) => [...path, sibling].join('.'));
    const meant =
      listPaths(root, []).find((other) => other.split('.').at(-1) === name) ?? findNearest(location, siblings);
    throw wrongBody(`there is no ${location}${meant ? `; did you mean ${meant}?` : ''}`, location);
  }
}

/** Lists the members of a body by their paths: `hits`, `hits.times`. */
function listPaths(root: JsonObject, path: Path): readonly string[] {
  const names = path.length > 2 ? [] : [...(membersAt(root, path)?.keys() ?? [])];
  return names.flatMap((name) => [[...path, name].join('.'), ...listPaths(root, [...path, name])]);
}
