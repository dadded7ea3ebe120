// Loaded before speccast, makes this machine a strange one, as far as the query of this module's address asks for it.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { isMainThread } from 'node:worker_threads';

const asked = new URL(import.meta.url).searchParams;

if (asked.has('umask') && isMainThread) process.umask(Number.parseInt(asked.get('umask'), 8));
if (asked.has('locale')) expectLocale(asked.get('locale'));
if (asked.has('zone')) expectZone(asked.get('zone'));
if (asked.has('clock')) fakeClock(Number(asked.get('clock')));
if (asked.has('random')) Math.random = () => Number(asked.get('random'));
if (asked.has('processors')) os.availableParallelism = () => Number(asked.get('processors'));
if (asked.has('reverse')) reverseFolders();
if (asked.has('late') && !isMainThread) pause(Number(asked.get('late')));
syncBuiltinESMExports();

function expectLocale(locale) {
  const found = new Intl.DateTimeFormat().resolvedOptions().locale;
  if (found !== locale) throw new Error(`The locale is ${found}, not ${locale}`);
}

function expectZone(zone) {
  const found = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (found !== zone) throw new Error(`The time zone is ${found}, not ${zone}`);
}

/** The clock stands still. */
function fakeClock(time) {
  globalThis.Date = class extends Date {
    constructor(...given) {
      super(...(given.length === 0 ? [time] : given));
    }

    static now() {
      return time;
    }
  };
  performance.now = () => time;
}

/** Folders list their files from the last to the first. */
function reverseFolders() {
  const { readdirSync } = fs;
  fs.readdirSync = (...given) => readdirSync(...given).toReversed();
}

function pause(milliseconds) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
