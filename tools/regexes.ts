import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createContext, Script } from 'node:vm'
import { listFiles, repositoryRoot } from './boundaries.ts'

export interface FoundRegex {
  file: string
  line: number
  source: string
  flags: string
}

/** Code that may precede a regular expression; after anything else a slash is a division. */
const precedingCode = /(?:^|[(,=:[!&|?{};]|=>|\breturn|\bcase)\s*$/
const literal = /\/((?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)/g

/** Lists the regular expression literals in the sources of the product. */
export function listRegexes(files: readonly string[] = productFiles()): FoundRegex[] {
  return files.flatMap(file => {
    const lines = readFileSync(path.join(repositoryRoot, file), 'utf8').split('\n')
    return lines.flatMap((text, index) =>
      findRegexes(text).map(found => ({ file, line: index + 1, ...found })),
    )
  })
}

function productFiles(): string[] {
  return listFiles(/\.tsx?$/).filter(
    file => /^(?:apps|packages)\/[^/]+\/src\//.test(file) && !/\.test\.|\/testing\//.test(file),
  )
}

export function findRegexes(text: string): Pick<FoundRegex, 'source' | 'flags'>[] {
  const code = text.trimStart()
  if (code.startsWith('*') || code.startsWith('//')) return []
  return [...text.matchAll(literal)]
    .filter(
      match => precedingCode.test(text.slice(0, match.index)) && isRegex(match[1] ?? '', match[2] ?? ''),
    )
    .map(match => ({ source: match[1] ?? '', flags: match[2] ?? '' }))
}

function isRegex(source: string, flags: string): boolean {
  try {
    new RegExp(source, flags)
    return true
  } catch {
    return false
  }
}

const inputLength = 20_000
/** A linear expression takes about a millisecond, a quadratic one some hundred. */
const slowMs = 60

/** Long inputs that provoke backtracking: characters of the expression, repeated alone and in pairs, without a match. */
function generateInputs(source: string, times: number): string[] {
  const named = [...new Set(source.replaceAll(/\\[dwsbDWSB]|[\\^$.*+?()[\]{}|]/g, ''))].slice(0, 8)
  const letters = [...new Set([...named, 'a', '0', ' ', '-', '.', ',', '@', '/', '\n'])]
  const runs = letters.map(letter => letter.repeat(times))
  const pairs = named
    .slice(0, 4)
    .flatMap(one => letters.slice(0, 4).map(two => (one + two).repeat(times / 2)))
  return [...runs, ...pairs].map(text => `${text}\u0001`)
}

const context = createContext({ expression: /x/, text: '' })
const trial = new Script('expression.test(text)')

/**
 * Measures CPU time in milliseconds, which does not depend on the load of the machine. The vm module can interrupt a
 * running expression; the result is then the timeout.
 */
function measureMs(expression: RegExp, text: string, timeout: number): number {
  Object.assign(context, { expression, text })
  const started = process.threadCpuUsage()
  try {
    trial.runInContext(context, { timeout })
  } catch {
    return timeout
  }
  const { user, system } = process.threadCpuUsage(started)
  return (user + system) / 1000
}

/** The first characters of an input on which the expression is slow, or null. */
export function findSlowInput({ source, flags }: Pick<FoundRegex, 'source' | 'flags'>): string | null {
  const expression = new RegExp(source, flags.replace('g', ''))
  for (const text of generateInputs(source, inputLength)) {
    // Measure three times, since a single slow run may be noise.
    const isSlow = [1, 2, 3].every(() => measureMs(expression, text, 1_000) > slowMs)
    if (isSlow) return JSON.stringify(text.slice(0, 20))
  }
  return null
}
