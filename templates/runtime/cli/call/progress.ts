import { type CliOutput, columnsOf, write } from '../cli-io.js';

/** Shows how far something is. */
export interface ProgressBar {
  /** Bytes so far, and of how many where that is known. */
  readonly show: (done: number, total: number | undefined) => void;
  readonly end: () => void;
}

/** Milliseconds between two pictures. */
const pictureMs = 100;

/** A line that is drawn again and again, on terminals alone. A library for it (cli-progress) is larger than the whole table. */
export function progressBar(output: CliOutput | undefined, label: string): ProgressBar {
  if (output?.isTTY !== true) return { show: () => {}, end: () => {} };
  const startedAt = Date.now();
  let last = 0;
  let isShown = false;
  // A terminal that is gone is no reason to stop.
  const draw = (text: string): void => void write(output, text).catch(() => undefined);
  return {
    show: (done, total) => {
      const now = Date.now();
      if (now - last < pictureMs && done !== total) return;
      last = now;
      isShown = true;
      draw(`\r\u001b[K${picture({ label, done, total, seconds: (now - startedAt) / 1000 }, columnsOf(output))}`);
    },
    end: () => {
      if (isShown) draw('\r\u001b[K');
    },
  };
}

interface Progress {
  readonly label: string;
  readonly done: number;
  readonly total: number | undefined;
  readonly seconds: number;
}

function picture({ label, done, total, seconds }: Progress, columns: number): string {
  const speed = seconds > 0.5 ? `  ${sizeOf(done / seconds)}/s` : '';
  if (total === undefined || total === 0) return `${label}  ${sizeOf(done)}${speed}`.slice(0, columns - 1);
  const part = Math.min(1, done / total);
  const text = `${String(Math.floor(part * 100)).padStart(3)}%  ${sizeOf(done)} of ${sizeOf(total)}${speed}`;
  const width = Math.min(40, columns - label.length - text.length - 6);
  if (width < 5) return `${label} ${text}`.slice(0, columns - 1);
  const full = Math.round(part * width);
  return `${label} [${'='.repeat(full)}${' '.repeat(width - full)}] ${text}`;
}

function sizeOf(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let [value, unit] = [bytes, 0];
  while (value >= 1000 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1];
  return `${unit === 0 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}
