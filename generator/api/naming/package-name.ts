import { isJsonObject } from '../../spec/read/json.js';
import type { SpecDocument } from '../../spec/spec-document.js';
import { kebabCase } from './names.js';

/** Name of the service inside a package's name: `@acme/pet-store` -> `pet-store`. */
export function serviceName(packageName: string): string {
  return serviceNameOf(packageName.slice(packageName.lastIndexOf('/') + 1));
}

/** Name for a package that was given none: its spec's title in kebab-case. */
export function nameFromTitle({ root }: SpecDocument): string {
  const info = root['info'];
  const title = isJsonObject(info) ? info['title'] : undefined;
  return serviceNameOf(typeof title === 'string' ? title : '');
}

/** Whether npm takes a name for a package. */
export function isPackageName(name: string): boolean {
  if (name === 'node_modules' || name === 'favicon.ico') return false;
  return name.length <= 214 && /^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/.test(name);
}

/** Name of a service with a title, in kebab-case: `PetStore` -> `pet-store`. It begins with a letter. */
export function serviceNameOf(title: string): string {
  const name = kebabCase(title, 'api');
  return /^[a-z]/.test(name) ? name : `api-${name}`;
}
