import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCatalogue } from '@plumbline/contract'
import { translateServerMessage } from '@plumbline/contract/texts'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

function listSources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.includes('.test.'))
    .map(entry => join(entry.parentPath, entry.name))
    .filter(path => !/\/(testing|demo|commands|texts)\/|texts?\.ts$|core\/errors\.ts$/.test(path))
}

const quoted = /('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)/.source
const makers = [
  String.raw`\b(?:message|error):\s*`,
  String.raw`\brefuse\(\s*(?:[^,()]*,\s*)?`,
  String.raw`\binvalid(?:Field)?\([^,]+,\s*`,
  // Failures of background jobs.
  String.raw`(?:\bbackground\.fail\([^,]+,\s*|\b(?:failed|abandonedMessage) = |\bnew ImportRefused\([^'"\x60]*)`,
  String.raw`\.(?:min|max|length)\(\s*\w+,\s*`,
  String.raw`\.regex\(\s*/(?:[^/\\\n]|\\.)*/\w*,\s*`,
  String.raw`new (?:EntryError|PlanError|LineError)\([^'"\x60]*(?:'\w+',\s*)?`,
].map(maker => new RegExp(maker + quoted, 'g'))

/** Messages of the sources, with a sample in the place of each value. Log lines and words of programs are no sentences. */
function listMessages(): string[] {
  const sources = [
    ...listSources(join(root, 'packages/contract/src')),
    ...listSources(join(root, 'apps/api/src')),
  ]
  const found = sources.flatMap(path => {
    const source = readFileSync(path, 'utf8')
    return makers.flatMap(maker => [...source.matchAll(maker)].map(([, text = '']) => text.slice(1, -1)))
  })
  const sentences = found.filter(text => / .*\.$/.test(text) && !text.startsWith('Plumbline'))
  return [...new Set(sentences)].map(text =>
    text
      .replaceAll(/\$\{[^}]*\}/g, 'x')
      .replaceAll(String.raw`\'`, "'")
      .replace(/^Unknown field\. x$/, 'Unknown field. None is allowed here.'),
  )
}

describe('messages of the server', () => {
  it('are all in the catalogue', () => {
    const known = new Set<string>(Object.values(errorCatalogue).map(({ message }) => message))
    const unknown = listMessages().filter(
      message => !known.has(message) && translateServerMessage(message, 'de') === undefined,
    )
    expect(unknown).toEqual([])
  })
})
