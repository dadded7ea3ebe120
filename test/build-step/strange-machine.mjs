// Loaded before speccast, changes its environment as the query of this module's URL states: `?clock=0&random=0.5&reverse`. `locale` and
// `zone` only verify settings of the process.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { isMainThread } from 'node:worker_threads';

const settings = new URL(import.meta.url).searchParams;

if (settings.has('umask') && isMainThread) process.umask(Number.parseInt(settings.get('umask'), 8));
if (settings.has('locale')) expectLocale(settings.get('locale'));
if (settings.has('zone')) expectZone(settings.get('zone'));
if (settings.has('clock')) fakeClock(Number(settings.get('clock')));
if (settings.has('random')) Math.random = () => Number(settings.get('random'));
if (settings.has('processors')) os.availableParallelism = () => Number(settings.get('processors'));
if (settings.has('reverse')) reverseFolders();
if (settings.has('late') && !isMainThread) pause(Number(settings.get('late')));
syncBuiltinESMExports();

function expectLocale(locale) {
  const found = new Intl.DateTimeFormat().resolvedOptions().locale;
  if (found !== locale) throw new Error(`The locale is ${found}, not ${locale}`);
}

function expectZone(zone) {
  const found = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (found !== zone) throw new Error(`The time zone is ${found}, not ${zone}`);
}

/** Stops the clock at a time, in milliseconds. */
function fakeClock(time) {
  globalThis.Date = class extends Date {
    constructor(...args) {
      super(...(args.length === 0 ? [time] : args));
    }

    static now() {
      return time;
    }
  };
  performance.now = () => time;
}

/** Reverses the order in which folders list their files. */
function reverseFolders() {
  const { readdirSync } = fs;
  fs.readdirSync = (...args) => readdirSync(...args).toReversed();
}

function pause(milliseconds) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
