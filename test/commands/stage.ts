import { root } from '../rules/sources.js';
import type { RunningMock } from './run-command.js';
import type { ScriptedService } from './scripted-service.js';

/** Where the steps of a row act. */
export interface Stage {
  readonly cwd: string;
  service?: ScriptedService;
  mock?: RunningMock;
  /** Values of responses that later steps name, by their names. */
  readonly kept: Record<string, string>;
}

/** Puts what differs from run to run in the place of its names: `http://<mock>/pets/<id>`. */
export function fill(stage: Stage, text: string): string {
  return Object.entries(namesIn(stage)).reduce((filled, [name, value]) => filled.replaceAll(`<${name}>`, value), text);
}

/** Puts names in the place of what differs from run to run. */
export function show(stage: Stage, text: string): string {
  return Object.entries(namesIn(stage)).reduce((shown, [name, value]) => shown.replaceAll(value, `<${name}>`), text);
}

function namesIn({ cwd, service, mock, kept }: Stage): Readonly<Record<string, string>> {
  return {
    cwd,
    root,
    ...(service !== undefined && { service: service.host }),
    ...(mock !== undefined && { mock: new URL(mock.url).host }),
    ...kept,
  };
}
