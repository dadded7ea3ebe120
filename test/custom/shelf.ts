import { readYaml } from '../rows.js';

const { project } = readYaml<{ readonly project: Record<'specs/speccast.yaml' | 'specs/shelf.yaml', string> }>(
  new URL('custom-code.yaml', import.meta.url),
);

/** The service of custom-code.yaml, without custom code in its package. */
export const shelf: Record<'specs/speccast.yaml' | 'specs/shelf.yaml' | 'node_modules/.keep', string> = {
  'specs/speccast.yaml': project['specs/speccast.yaml'],
  'specs/shelf.yaml': project['specs/shelf.yaml'],
  'node_modules/.keep': '',
};
