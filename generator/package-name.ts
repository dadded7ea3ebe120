import { isJsonObject } from './spec/json.js';
import type { SpecDocument } from './spec/spec-document.js';

/** Name of the service inside a package's name: `@acme/pet-store` -> `pet-store`. */
export function serviceName(packageName: string): string {
  return kebabCase(packageName.slice(packageName.lastIndexOf('/') + 1));
}

/** Name for a package that was given none: its spec's title in kebab-case. */
export function nameFromTitle({ root }: SpecDocument): string {
  const info = root['info'];
  const title = isJsonObject(info) ? info['title'] : undefined;
  return kebabCase(typeof title === 'string' ? title : '');
}

/** Whether npm takes a name for a package. */
export function isPackageName(name: string): boolean {
  if (name === 'node_modules' || name === 'favicon.ico') return false;
  return name.length <= 214 && /^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/.test(name);
}

/** A text as the name of a service; `api` where nothing is left of it. */
export function kebabCase(text: string): string {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const name = words.join('-').slice(0, 60);
  return /^[a-z]/.test(name) ? name : `api${name === '' ? '' : `-${name}`}`;
}
