import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createContext, Script } from 'node:vm'
import { filesOf, repositoryRoot } from './boundaries.ts'

export interface FoundRegex {
  file: string
  line: number
  source: string
  flags: string
}

/** What may stand before a slash that begins a regular expression; after anything else it divides. */
const before = /(?:^|[(,=:[!&|?{};]|=>|\breturn|\bcase)\s*$/
const literal = /\/((?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)/g

/** Regular expressions of the product itself, as they stand in its source. */
export function regexesOf(files: readonly string[] = productFiles()): FoundRegex[] {
  return files.flatMap(file => {
    const lines = readFileSync(path.join(repositoryRoot, file), 'utf8').split('\n')
    return lines.flatMap((text, index) => regexesIn(text).map(found => ({ file, line: index + 1, ...found })))
  })
}

function productFiles(): string[] {
  return filesOf(/\.tsx?$/).filter(
    file => /^(?:apps|packages)\/[^/]+\/src\//.test(file) && !/\.test\.|\/testing\//.test(file),
  )
}

export function regexesIn(text: string): Pick<FoundRegex, 'source' | 'flags'>[] {
  const code = text.trimStart()
  if (code.startsWith('*') || code.startsWith('//')) return []
  return [...text.matchAll(literal)]
    .filter(match => before.test(text.slice(0, match.index)) && isRegex(match[1] ?? '', match[2] ?? ''))
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

const length = 20_000
/** A linear expression needs about a millisecond; one of the second degree some hundred. */
const suspiciousMs = 60

/** Long texts that make a careless expression try everything: the letters it names, alone, in pairs and broken off. */
function hostileTexts(source: string, times: number): string[] {
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
 * Milliseconds of work, however busy the machine is, or the time-out when it takes longer: the engine can be stopped
 * in the middle of an expression.
 */
function timeOf(expression: RegExp, text: string, timeout: number): number {
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

/** The text that takes an expression too long, in its beginning; null when there is none. */
export function slowText({ source, flags }: Pick<FoundRegex, 'source' | 'flags'>): string | null {
  const expression = new RegExp(source, flags.replace('g', ''))
  for (const text of hostileTexts(source, length)) {
    // A machine may be busy once; an expression that is slow is slow every time.
    const isSlow = [1, 2, 3].every(() => timeOf(expression, text, 1_000) > suspiciousMs)
    if (isSlow) return JSON.stringify(text.slice(0, 20))
  }
  return null
}
