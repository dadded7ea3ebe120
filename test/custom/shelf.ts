import { readYaml } from '../rows.js';

const { project } = readYaml<{ readonly project: Record<'specs/speccast.yaml' | 'specs/shelf.yaml', string> }>(
  new URL('custom-code.yaml', import.meta.url),
);

/** A service of books, as custom-code.yaml has it, without the user's own code in its package. */
export const shelf: Record<'specs/speccast.yaml' | 'specs/shelf.yaml' | 'node_modules/.keep', string> = {
  'specs/speccast.yaml': project['specs/speccast.yaml'],
  'specs/shelf.yaml': project['specs/shelf.yaml'],
  'node_modules/.keep': '',
};
