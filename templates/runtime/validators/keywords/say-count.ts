/** How many there are of what one word names: `1 item`, `2 items`. */
export function say(count: number, one: string, many: string = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
