import { type CliOutput, readWidth, write } from '../cli-io.js';

/** A line that shows how far an upload or download is. */
export interface ProgressBar {
  /** Shows the number of bytes that are done, and the total if it is known. */
  readonly show: (done: number, total: number | undefined) => void;
  readonly end: () => void;
}

/** Shows progress in one line, on terminals only. The package `cli-progress` is larger than this whole folder. */
export function openProgressBar(output: CliOutput | undefined, label: string): ProgressBar {
  if (output?.isTTY !== true) return { show: () => {}, end: () => {} };
  const startedAt = Date.now();
  let last = 0;
  // A closed terminal does not stop the upload or download.
  const draw = (text: string) => void write(output, `\r\u001b[K${text}`).catch(() => undefined);
  return {
    show: (done, total = 0) => {
      const now = Date.now();
      if (now - last < 100 && done !== total) return;
      last = now;
      const seconds = (now - startedAt) / 1000;
      const speed = seconds > 0.5 ? `  ${printSize(done / seconds)}/s` : '';
      const columns = readWidth(output);
      if (total <= 0) return draw(`${label}  ${printSize(done)}${speed}`.slice(0, columns - 1));
      const part = Math.min(1, done / total);
      const percent = String(Math.floor(part * 100)).padStart(3);
      const text = ` ${percent}%  ${printSize(done)} of ${printSize(total)}${speed}`;
      const width = Math.min(40, columns - label.length - text.length - 5);
      const bar = width < 5 ? '' : ` [${'='.repeat(Math.round(part * width)).padEnd(width)}]`;
      draw(`${label}${bar}${text}`.slice(0, columns - 1));
    },
    end: () => {
      if (last > 0) draw('');
    },
  };
}

/** Prints a number of bytes: `786.4 kB`. */
function printSize(bytes: number) {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let [value, unit] = [bytes, 0];
  while (value >= 1000 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1];
  return `${unit === 0 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}
