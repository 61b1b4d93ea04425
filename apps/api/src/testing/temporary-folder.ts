import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * Creates a temporary folder that other accounts can traverse: started by root, PostgreSQL runs as another account,
 * and containers often lack the user namespaces that would let it into a closed folder.
 */
export function makeTemporaryFolder(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `plumbline-${name}-`))
  chmodSync(folder, 0o711)
  return folder
}
