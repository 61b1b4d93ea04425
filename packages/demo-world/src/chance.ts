/**
 * Deterministic randomness: every value is a hash of a name and a number (mostly a day). It is the same on every
 * machine and at every start, so a later start only adds to the world.
 */

/** Hashes a name to a 32-bit seed (FNV-1a). */
export function seedFromName(name: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < name.length; index += 1)
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

/** Spreads every bit of the input over the whole output. */
function mix(value: number): number {
  let bits = Math.imul(value ^ (value >>> 16), 0x21f0aaad)
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97)
  return (bits ^ (bits >>> 15)) >>> 0
}

function hashNumber(seed: number, number: number): number {
  return mix(mix(number + 0x9e3779b9) ^ seed)
}

/** A number from 0 (included) to 1 (excluded). */
export function uniform(seed: number, number: number): number {
  return hashNumber(seed, number) / 0x1_0000_0000
}

/** A whole number from `low` to `high`, both included. */
export function wholeBetween(seed: number, number: number, low: number, high: number): number {
  return low + Math.floor(uniform(seed, number) * (high - low + 1))
}

const halfRange = 0x1_0000
const spreadOfFour = Math.sqrt(3)

/**
 * A draw with mean 0 and standard deviation about 1. Four uniform draws approximate the normal distribution with sums
 * and products only, which are the same on every machine. One draw in fifty is doubled for fat tails.
 */
export function draw(seed: number, number: number): number {
  const first = hashNumber(seed, number)
  const second = mix(first ^ 0x5bd1e995)
  const sum = (first >>> 16) + (first & 0xffff) + (second >>> 16) + (second & 0xffff)
  const normal = (sum / halfRange - 2) * spreadOfFour
  return mix(second) % 50 === 0 ? normal * 2 : normal
}
