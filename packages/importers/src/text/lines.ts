/** Maps positions to lines, from 1. Ascending calls scan the text once. */
export function lineCounter(text: string): (at: number) => number {
  let line = 1
  let next = text.indexOf('\n')
  let last = 0
  return at => {
    if (at < last) {
      line = 1
      next = text.indexOf('\n')
    }
    last = at
    while (next >= 0 && next < at) {
      line += 1
      next = text.indexOf('\n', next + 1)
    }
    return line
  }
}
