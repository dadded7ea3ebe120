import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { listen } from '../../build-step/listen.js';
import { launchChromium, withoutChromium } from '../../emulator/chromium.js';
import { median, printTable } from '../report.js';

/*
 * `npm run bench -- console`: the time until the first view of the console, and the frames while it is scrolled, with 10,000
 * entries in the journal. `--rounds 3` is the number of rounds; best, median and worst are printed.
 */

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: { rounds: { type: 'string', default: '3' } },
});

const others = ['operations', 'faults', 'time', 'quota', 'coverage', 'tokens', 'scenarios'];

/** Times that a page records from its start on. */
interface PageMetrics {
  /** Milliseconds from the start of the navigation until the first row of a table, or a view without a table, was on the screen. */
  readonly firstView: Promise<number>;
  /** Durations of tasks of 50 ms or more. */
  readonly longTasks: number[];
}

declare global {
  var metrics: PageMetrics;
}

/** Script that runs in the page before its own. It is a string because tsx would insert calls of a helper that the page does not have. */
const recordMetrics = `
  globalThis.metrics = { longTasks: [], firstView: new Promise((resolve) => {
    const look = () => {
      // The next frame shows the current state of the document.
      if (document.querySelector('.grid .body [role=row], main .page') === null) requestAnimationFrame(look);
      else requestAnimationFrame(() => resolve(performance.now()));
    };
    requestAnimationFrame(look);
  }) };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) metrics.longTasks.push(duration);
  }).observe({ entryTypes: ['longtask'] });
`;

interface ScrollTimes {
  readonly frames: readonly number[];
  readonly longTasks: readonly number[];
}

/** Runs in the page: scrolls the grid for 60 frames, `step` pixels in each. */
async function scroll(step: number): Promise<ScrollTimes> {
  const grid = document.querySelector('.grid');
  if (grid === null) throw new Error('There is no grid.');
  metrics.longTasks.length = 0;
  const frames: number[] = [];
  grid.scrollTop = 0;
  let before = await new Promise<number>(requestAnimationFrame);
  for (let count = 0; count < 60; count += 1) {
    grid.scrollTop += step;
    const now = await new Promise<number>(requestAnimationFrame);
    frames.push(now - before);
    before = now;
  }
  // Long tasks are reported a little later.
  await new Promise((resolve) => setTimeout(resolve, 200));
  return { frames, longTasks: [...metrics.longTasks] };
}

interface Round {
  readonly state: number;
  readonly journal: number;
  /** Slowest first view of the others. */
  readonly others: number;
  readonly loading: readonly number[];
  readonly wheel: ScrollTimes;
  readonly 'scroll bar': ScrollTimes;
}

async function measure(browser: Browser, url: string): Promise<Round> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addInitScript({ content: recordMetrics });
  try {
    const page = await context.newPage();
    const times: number[] = [];
    for (const view of ['state', ...others]) {
      times.push(await firstView(page, `${url}#/${view}`));
      await page.goto('about:blank');
    }
    const [state = 0, ...rest] = times;
    const journal = await firstView(page, `${url}#/journal`);
    await page.getByText('10,000 requests').waitFor();
    const loading = await page.evaluate(() => [...metrics.longTasks]);
    // A wheel moves by 100 pixels; a scroll bar that is dragged from end to end passes all rows.
    const wheel = await page.evaluate(scroll, 100);
    const scrollBar = await page.evaluate(scroll, 5000);
    return { state, journal, others: Math.max(...rest), loading, wheel, 'scroll bar': scrollBar };
  } finally {
    await context.close();
    // Chromium closes pages later, which would slow down the next round.
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }
}

async function firstView(page: Page, url: string): Promise<number> {
  await page.goto(url);
  return page.evaluate(() => metrics.firstView);
}

/** Printed figures: name, goal of the median, and a function that reads the figure of a round. */
const figures: readonly (readonly [name: string, goal: number, read: (round: Round) => number])[] = [
  ['first view of the state, ms', 300, ({ state }) => state],
  ['first view of the journal, ms', 300, ({ journal }) => journal],
  ['slowest first view of the others, ms', 300, (round) => round.others],
  ['loading the journal: long tasks', 0, ({ loading }) => loading.length],
  ...(['wheel', 'scroll bar'] as const).flatMap((name): typeof figures => [
    [`${name}: longest frame, ms`, 50, (round) => Math.max(...round[name].frames)],
    [`${name}: long tasks`, 0, (round) => round[name].longTasks.length],
    [`${name}: longest of them, ms`, 50, (round) => Math.max(0, ...round[name].longTasks)],
  ]),
];

const browser = await launchChromium();
if (browser === undefined) throw new Error(`This bench needs Chromium${withoutChromium}.`);
const worker = fileURLToPath(new URL('journal-worker.mjs', import.meta.url));
const server = spawn(process.execPath, [worker], { stdio: ['ignore', 'pipe', 'inherit'] });
try {
  const [url] = await listen(server).until(/http\S+/);
  await measure(browser, url);
  const rounds: Round[] = [];
  for (let count = 0; count < Number(options.rounds); count += 1) rounds.push(await measure(browser, url));
  const rows = figures.map(([name, goal, read]) => {
    const values = rounds.map(read);
    const cells = [Math.min(...values), median(values), Math.max(...values)].map((value) => value.toFixed(0));
    return [name, ...cells, goal];
  });
  console.log(printTable([['10,000 entries', 'Best', 'Median', 'Worst', 'Goal'], ...rows]));
} finally {
  await browser.close();
  server.kill();
}
