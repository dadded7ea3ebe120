import { createEmulator as createAds } from '@speccast/ad-reporting/mocks';
import {
  listChecks,
  runKit,
  type Check,
  type ConformanceKit,
  type ConformanceOptions,
  type Step,
} from '@speccast/emulator/conformance';
import { createEmulator as createVideos, type EmulatorOptions } from '@speccast/video-platform/mocks';
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { operations as adOperations } from '../../../generated/ad-reporting/src/operation-table.js';
import { service as adService } from '../../../generated/ad-reporting/src/operations/service.js';
import { operations as videoOperations } from '../../../generated/video-platform/src/operation-table.js';
import { service as videoService } from '../../../generated/video-platform/src/operations/service.js';
import { watchRejections, type Stateful } from './world-state.js';

/** An emulator of either service, which has met both users. */
interface World extends Stateful {
  readonly baseUrl: string;
  readonly as: (token: string) => unknown;
  readonly fork: () => World;
}

/** A file of checks: those of one service with some options of its emulator. */
interface Suite {
  readonly service: 'video-platform' | 'ad-reporting';
  readonly options?: EmulatorOptions;
  /** The time at which the clock stands. Default: it goes on. */
  readonly now?: string;
  readonly checks: readonly Omit<Check, 'id'>[];
}

const services = {
  'video-platform': { service: videoService, operations: videoOperations, create: createVideos },
  'ad-reporting': { service: adService, operations: adOperations, create: createAds },
};

const folder = new URL('checks/', import.meta.url);
const refusal = { reason: 'error.errors.0.reason', body: { error: { code: { $type: 'number' } } } };

/** Names of the files of checks: `documented`, `vendor`. */
export const suiteNames: readonly string[] = readdirSync(folder).map((name) => name.replace('.yaml', ''));

/** Reads a file of checks, each with a function that runs it in a world of its own and returns why it failed. */
export function readSuite(name: string): readonly (readonly [title: string, run: () => Promise<unknown>])[] {
  const { suite, kit } = readKit(name);
  const { options, now = '' } = suite;
  const { create } = services[suite.service];
  const base: World = create({ checkResponses: true, ...options, ...(now && { now: () => Date.parse(now) }) });
  if (suite.service === 'video-platform') for (const token of Object.values(tokens)) base.as(token);
  return kit.checks.map(({ title }) => [title, () => runOne(kit, title, base.fork())]);
}

/** Runs all checks of a file on one emulator, and returns why they failed. */
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
  // Written in the format of this interface, which is checked by running it.
  const suite = readYaml(new URL(`${name}.yaml`, folder)) as Suite;
  const { service, operations } = services[suite.service];
  // The steps that the checks of the service begin with, too.
  const given = readYaml(new URL(`../../../../specs/${suite.service}/conformance/given.yaml`, folder)) as Readonly<
    Record<string, Step>
  >;
  const checks = listChecks([suite.checks.map((check) => ({ ...check, id: check.title, writes: true }))], given);
  return { suite, kit: { service, operations: Object.values(operations), checks, refusal } };
}

async function runOne(kit: ConformanceKit, id: string, world: World): Promise<unknown> {
  const { baseUrl } = world;
  const { results } = await runKit(kit, { ...callers, baseUrl, fetch: watchRejections(world), only: [id] });
  const found = results.find((one) => one.id === id);
  return found?.outcome === 'passed' ? undefined : (found?.reason ?? 'there is no such check');
}

function readYaml(file: URL): unknown {
  return parse(readFileSync(file, 'utf8'));
}
