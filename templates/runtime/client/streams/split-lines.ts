/** Most characters of one line; a longer one would fill the memory that reading piece by piece saves. */
const longestLine = 67_108_864;

/** Takes the lines out of a text that comes in pieces, each as soon as it is whole. */
export interface LineSplitter {
  push(text: string): readonly string[];
  /** The last line, where it has no end. */
  end(): string;
}

/** Splits at LF, CR and CRLF, wherever the pieces end; throws what `fail` makes where a line is too long. */
export function splitLines(fail: (message: string) => Error, ending: RegExp | string = /\r\n|\n|\r/): LineSplitter {
  let begun: string[] = [];
  let length = 0;
  let afterReturn = false;
  return {
    push(text) {
      // The line ended with CR, for nobody waits to see whether LF follows.
      const own = afterReturn && text.startsWith('\n') ? text.slice(1) : text;
      if (text !== '') afterReturn = text.endsWith('\r') && ending instanceof RegExp;
      const [first = '', ...others] = own.split(ending);
      const last = others.pop();
      begun.push(first);
      length += first.length;
      if (length > longestLine) throw fail(`a line of the answer is longer than ${longestLine} characters`);
      if (last === undefined) return [];
      const whole = begun.join('');
      begun = [last];
      length = last.length;
      return [whole, ...others];
    },
    end: () => begun.join(''),
  };
}
