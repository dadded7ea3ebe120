/** Writes a number and the word for it: `1 item`, `2 items`. */
export function say(count: number, one: string, many: string = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
