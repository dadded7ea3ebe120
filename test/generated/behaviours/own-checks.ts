import { createEmulator as createAds } from '@speccast/ad-reporting/mocks';
import {
  listChecks,
  runKit,
  type Check,
  type ConformanceKit,
  type ConformanceOptions,
  type Step,
} from '@speccast/emulator/conformance';
import { withControl } from '@speccast/emulator/control';
import { createEmulator as createVideos, type EmulatorOptions } from '@speccast/video-platform/mocks';
import { readdirSync } from 'node:fs';
import { operations as adOperations } from '../../../generated/ad-reporting/src/operation-table.js';
import { service as adService } from '../../../generated/ad-reporting/src/operations/service.js';
import { operations as videoOperations } from '../../../generated/video-platform/src/operation-table.js';
import { service as videoService } from '../../../generated/video-platform/src/operations/service.js';
import { readYaml } from '../../rows.js';
import { watchRejections, type Stateful } from './world-state.js';

/** An emulator of either service. */
type ForkableEmulator = Stateful &
  Parameters<typeof withControl>[0] & {
    readonly as: (token: string) => unknown;
    readonly fork: () => ForkableEmulator;
  };

/** A file of the folder `checks`. */
interface Suite {
  readonly service: 'video-platform' | 'ad-reporting';
  /** Options of the emulator. With a list, each check runs once with each of its options. */
  readonly options?: EmulatorOptions | readonly EmulatorOptions[];
  /** The fixed time of the clock: `2026-03-01T20:00:00Z`. Default: the clock runs. */
  readonly now?: string;
  readonly checks: readonly Omit<Check, 'id'>[];
}

const services = {
  'video-platform': { service: videoService, operations: videoOperations, create: createVideos },
  'ad-reporting': { service: adService, operations: adOperations, create: createAds },
};

const folder = new URL('checks/', import.meta.url);
/** Form of an error: path of its reason, and a body that it matches. */
const refusal = { reason: 'error.errors.0.reason', body: { error: { code: { $type: 'number' } } } };

/** Names of the files of the folder `checks`: `documented`, `vendor`. */
export const suiteNames: readonly string[] = readdirSync(folder).map((name) => name.replace('.yaml', ''));

/** Reads the checks of a file. `run` runs a check in its own copy of the world, and returns the reason of its failure, or `undefined`. */
export function readSuite(name: string): readonly (readonly [title: string, run: () => Promise<unknown>])[] {
  const { suite, kit } = readKit(name);
  const { options = {}, now = '' } = suite;
  const { create } = services[suite.service];
  return [options].flat().flatMap((own) => {
    const base: ForkableEmulator = create({ checkResponses: true, ...own, ...(now && { now: () => Date.parse(now) }) });
    if (suite.service === 'video-platform') for (const token of Object.values(tokens)) base.as(token);
    const suffix = Array.isArray(options) ? ` (${own.profile})` : '';
    return kit.checks.map(({ title }) => [title + suffix, () => runCheck(kit, title, base.fork())] as const);
  });
}

/** Runs all checks of a file against one emulator, and returns the reasons of failures. */
export async function runSuite(
  name: string,
  target: Pick<ConformanceOptions, 'baseUrl' | 'fetch'>,
): Promise<readonly (string | undefined)[]> {
  const { results } = await runKit(readKit(name).kit, { ...target, ...callers });
  return results.flatMap(({ outcome, reason }) => (outcome === 'passed' ? [] : reason));
}

const tokens = { T1: 'first-user', T2: 'second-user' };
const callers = { key: 'any-key', tokens, writes: true };

function readKit(name: string): { readonly suite: Suite; readonly kit: ConformanceKit } {
  const suite = readYaml<Suite>(new URL(`${name}.yaml`, folder));
  const { service, operations } = services[suite.service];
  // Steps that are shared with the conformance checks of the service.
  const given = readYaml<Readonly<Record<string, Step>>>(
    new URL(`../../../../specs/${suite.service}/conformance/given.yaml`, folder),
  );
  const checks = listChecks([suite.checks.map((check) => ({ ...check, id: check.title, writes: true }))], given);
  return { suite, kit: { service, operations: Object.values(operations), checks, refusal } };
}

async function runCheck(kit: ConformanceKit, id: string, world: ForkableEmulator): Promise<unknown> {
  const { baseUrl } = world;
  const fetch = watchRejections({ fetch: withControl(world).fetch, snapshot: () => world.snapshot() });
  const { results } = await runKit(kit, { ...callers, baseUrl, fetch, only: [id] });
  const found = results.find((one) => one.id === id);
  return found?.outcome === 'passed' ? undefined : (found?.reason ?? `there is no check ${id}`);
}
