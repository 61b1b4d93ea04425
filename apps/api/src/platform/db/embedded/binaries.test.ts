import { chmodSync, existsSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findBinaries } from './binaries.ts'

let parent: string
let installed: { folder: string; version: string }
let data: string

beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'plumbline-binaries-'))
  data = path.join(parent, 'data')
  mkdirSync(data)
  installed = { folder: path.join(parent, 'package/native'), version: '18.4.0' }
  mkdirSync(path.join(installed.folder, 'lib'), { recursive: true })
  writeFileSync(path.join(installed.folder, 'lib/libpq.so.5.18'), 'library')
  writeFileSync(
    path.join(installed.folder, 'pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]),
  )
})
afterEach(() => {
  chmodSync(path.join(installed.folder, 'lib'), 0o755)
  rmSync(parent, { recursive: true, force: true })
})

const link = (folder: string) => path.join(folder, 'lib/libpq.so.5')

it('creates the links that npm leaves out', () => {
  expect(findBinaries({ kind: 'self' }, data, installed)).toBe(installed.folder)
  expect(readlinkSync(link(installed.folder))).toBe('libpq.so.5.18')
})

it('runs from a copy where the installed packages belong to someone else', () => {
  chmodSync(path.join(installed.folder, 'lib'), 0o555)
  const folder = findBinaries({ kind: 'self' }, data, installed)
  expect(existsSync(link(folder))).toBe(true)
  // Root writes in spite of the mode.
  const isRoot = process.getuid?.() === 0
  expect(folder).toBe(isRoot ? installed.folder : path.join(data, 'binaries'))
  expect(existsSync(link(installed.folder))).toBe(isRoot)
  expect(findBinaries({ kind: 'self' }, data, installed)).toBe(folder)
})
