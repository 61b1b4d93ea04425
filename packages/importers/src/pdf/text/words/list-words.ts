/** Splits a list of words or phrases at its commas. */
export const listWords = (text: string): readonly string[] =>
  text
    .split(',')
    .map(word => word.replace(/\s+/g, ' ').trim())
    .filter(word => word !== '')
