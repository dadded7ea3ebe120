import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { follow, HttpError, type Path } from '@speccast/runtime/requests';
import { membersAt } from '../values/members-at.js';
import { didYouMean, findNearest } from '../values/did-you-mean.js';
import { controlDocument } from './control-document.js';
import { wrongBody } from './control-request.js';

/** Rejects (400) parameters and members of the body that an operation of the control plane does not declare. */
export function checkMembers(id: string, query: URLSearchParams, body: JsonObject): void {
  const { parameters, requestBody } = operations.get(id) ?? {};
  const stated = (Array.isArray(parameters) ? parameters : []).filter(isJsonObject);
  const declared = new Map(
    stated.flatMap((one) => (one['in'] === 'query' ? [[String(one['name']), one] as const] : [])),
  );
  for (const [name, value] of query) {
    const parameter = declared.get(name);
    if (parameter === undefined)
      throw wrongParameter(name, `There is no parameter ${name}${didYouMean(name, declared.keys())}`);
    const values = follow(parameter, '#/schema/enum');
    if (Array.isArray(values) && !values.includes(value))
      throw wrongParameter(name, `${name} is ${values.join(' or ')}, not ${value}.`);
  }
  const schema = requestBody && follow({ requestBody }, '#/requestBody/content/application~1json/schema');
  const [first] = Object.keys(body);
  const { components = {} } = controlDocument;
  if (isJsonObject(schema)) checkBody({ ...schema, components }, body, []);
  else if (first !== undefined) throw wrongBody(`there is no ${first} here`, first);
}

const operations: ReadonlyMap<string, JsonObject> = new Map(
  Object.values(Object(controlDocument['paths']))
    .flatMap((item) => Object.values(Object(item)))
    .map((one): [string, JsonObject] => [Object(one)['operationId'], Object(one)]),
);

function wrongParameter(location: string, message: string): HttpError {
  return new HttpError(400, 'invalidParameter', message, { location, locationType: 'parameter' });
}

function checkBody(root: JsonObject, value: Json, path: Path): void {
  if (Array.isArray(value)) value.forEach((one: Json, index) => checkBody(root, one, [...path, index]));
  const members = isJsonObject(value) ? membersAt(root, path) : undefined;
  if (!isJsonObject(value) || members === undefined) return;
  for (const [name, one] of Object.entries(value)) {
    const at = [...path, name];
    if (members.has(name)) checkBody(root, one, at);
    else {
      const stated = at.join('.');
      const here = [...members.keys()].map((one) => [...path, one].join('.'));
      const elsewhere = listPaths(root, []).find((other) => other.split('.').at(-1) === name);
      const near = elsewhere ?? findNearest(stated, here);
      throw wrongBody(`there is no ${stated}${near === undefined ? '' : `; did you mean ${near}?`}`, stated);
    }
  }
}

/** Lists the members of a body by their paths: `hits`, `hits.times`. */
function listPaths(root: JsonObject, path: Path): readonly string[] {
  const names = path.length > 2 ? [] : [...(membersAt(root, path)?.keys() ?? [])];
  return names.flatMap((name) => [[...path, name].join('.'), ...listPaths(root, [...path, name])]);
}
