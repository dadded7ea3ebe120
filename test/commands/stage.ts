import { root } from '../rules/sources.js';
import type { RunningMock } from './run-command.js';
import type { ScriptedService } from './scripted-service.js';

/** The project, the service and the mock of a row. */
export interface Stage {
  readonly cwd: string;
  service?: ScriptedService;
  mock?: RunningMock;
  /** Values of responses that later steps insert, by name. */
  readonly kept: Record<string, string>;
}

/** Replaces names by values that differ from run to run: `http://<mock>/pets/<id>` → `http://127.0.0.1:4010/pets/p1`. */
export function insertValues(stage: Stage, text: string): string {
  return Object.entries(listValues(stage)).reduce(
    (result, [name, value]) => result.replaceAll(`<${name}>`, value),
    text,
  );
}

/** Replaces values that differ from run to run by their names: `http://127.0.0.1:4010/pets/p1` → `http://<mock>/pets/<id>`. */
export function insertNames(stage: Stage, text: string): string {
  return Object.entries(listValues(stage)).reduce(
    (result, [name, value]) => result.replaceAll(value, `<${name}>`),
    text,
  );
}

function listValues({ cwd, service, mock, kept }: Stage): Readonly<Record<string, string>> {
  return {
    cwd,
    root,
    ...(service !== undefined && { service: service.host }),
    ...(mock !== undefined && { mock: new URL(mock.url).host }),
    ...kept,
  };
}
